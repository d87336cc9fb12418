//! A browser by WebDriver: as much of the protocol as these tests need.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

/// How long a browser may take to start on a busy machine.
const PATIENCE: Duration = Duration::from_secs(60);

/// A browser; it ends with this value.
pub(crate) struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

impl Browser {
    /// Starts one, if it is installed.
    pub(crate) fn start() -> Option<Self> {
        let port = TcpListener::bind("127.0.0.1:0").ok()?.local_addr().ok()?.port();
        let driver = Command::new("chromedriver")
            .arg(format!("--port={port}"))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .ok()?;
        let mut browser = Self { driver, port, session: String::new() };
        let arguments =
            ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--window-size=1500,950"];
        let wanted = json!({"capabilities": {"alwaysMatch": {
            "goog:chromeOptions": {"args": arguments}, "goog:loggingPrefs": {"browser": "ALL"}}}});
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            if let Ok(answer) = browser.ask("POST", "/session", &wanted) {
                let session = answer["value"]["sessionId"].as_str();
                assert!(session.is_some(), "chromedriver is there, but starts no browser: {answer}");
                browser.session = session.unwrap_or_default().to_owned();
                return Some(browser);
            }
            std::thread::sleep(Duration::from_millis(100));
        }
        panic!("chromedriver does not answer");
    }

    fn ask(&self, method: &str, path: &str, body: &Value) -> std::io::Result<Value> {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port))?;
        let body = if method == "POST" { body.to_string() } else { String::new() };
        write!(
            stream,
            "{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{}\r\nContent-Type: application/json\r\n\
             Content-Length: {}\r\nConnection: close\r\n\r\n{body}",
            self.port,
            body.len()
        )?;
        let mut reader = BufReader::new(stream);
        let mut length = 0;
        loop {
            let mut line = String::new();
            reader.read_line(&mut line)?;
            if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                length = value.trim().parse().unwrap_or(0);
            }
            if line.trim().is_empty() {
                break;
            }
        }
        let mut answer = vec![0; length];
        reader.read_exact(&mut answer)?;
        Ok(serde_json::from_slice(&answer)?)
    }

    fn command(&self, path: &str, body: &Value) -> Value {
        let answer = self.ask("POST", &format!("/session/{}/{path}", self.session), body).expect("the browser answers");
        assert!(answer["value"]["error"].is_null(), "{answer}");
        answer["value"].clone()
    }

    pub(crate) fn open(&self, file: &Path) {
        self.command("url", &json!({"url": format!("file://{}", file.display())}));
    }

    pub(crate) fn run(&self, script: &str) {
        self.command("execute/sync", &json!({"script": script, "args": []}));
    }

    /// The value of an expression, as text.
    pub(crate) fn text(&self, expression: &str) -> String {
        let script = format!("return String({expression})");
        self.command("execute/sync", &json!({"script": script, "args": []})).as_str().unwrap_or_default().to_owned()
    }

    /// Presses a key.
    pub(crate) fn key(&self, key: &str) {
        self.run(&format!("document.dispatchEvent(new KeyboardEvent('keydown', {{key: '{key}', bubbles: true}}))"));
    }

    /// Makes the window so large, and asks for light or dark colours.
    pub(crate) fn looks(&self, width: usize, height: usize, scheme: &str) {
        let size = json!({"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false});
        let features = json!({"features": [{"name": "prefers-color-scheme", "value": scheme}]});
        for (cmd, params) in [("Emulation.setDeviceMetricsOverride", size), ("Emulation.setEmulatedMedia", features)] {
            self.command("goog/cdp/execute", &json!({"cmd": cmd, "params": params}));
        }
        // Pages hear of their new size before the next frame.
        self.command(
            "execute/async",
            &json!({"script": "requestAnimationFrame(() => requestAnimationFrame(arguments[0]))", "args": []}),
        );
    }

    /// What the page has written to the console.
    pub(crate) fn complaints(&self) -> Vec<String> {
        let log = self.command("se/log", &json!({"type": "browser"}));
        log.as_array().into_iter().flatten().map(ToString::to_string).collect()
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() {
            let _ = self.ask("DELETE", &format!("/session/{}", self.session), &Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}
