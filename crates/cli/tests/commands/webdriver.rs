//! A browser for tests: chromedriver's WebDriver interface over plain HTTP.

use crate::http::request;
use crate::program::repository;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// A browser with one window, which is closed with the test.
pub struct Browser {
    driver: Child,
    port: u16,
    session: String,
}

/// The key that identifies an element in WebDriver's answers.
const ELEMENT: &str = "element-6066-11e4-a52e-4f735466cecf";

/// Starts the driver on a port of its choice, `None` if it ended before it said which: it takes a
/// port that is free for one family of addresses and ends if the other family's is in use.
fn start_driver() -> std::io::Result<Option<(Child, u16)>> {
    let mut driver = Command::new("chromedriver").arg("--port=0").stdout(Stdio::piped()).spawn()?;
    let mut lines = BufReader::new(driver.stdout.take().unwrap()).lines();
    for line in lines.by_ref() {
        let Some(port) = line?.split("on port ").nth(1).map(str::to_owned) else { continue };
        let digits: String = port.chars().take_while(char::is_ascii_digit).collect();
        // It first repeats that any port will do.
        if let Ok(port @ 1..) = digits.parse() {
            // Read the rest of its output, so that it never blocks.
            std::thread::spawn(move || lines.for_each(drop));
            return Ok(Some((driver, port)));
        }
    }
    driver.wait()?;
    Ok(None)
}

impl Browser {
    /// Starts a browser with a window of this size. If none is installed, prints a message and
    /// returns `None`; with `AMAZONS_BROWSER_TESTS=required` that is a failure.
    pub fn start(width: u32, height: u32) -> Option<Self> {
        let required = std::env::var_os("AMAZONS_BROWSER_TESTS").is_some_and(|v| v == "required");
        let (driver, port) = match (0..5).find_map(|_| start_driver().transpose()) {
            Some(Ok(started)) => started,
            Some(Err(error)) => {
                assert!(!required, "chromedriver: {error}");
                eprintln!("skipped: no chromedriver ({error}); install chromium-driver to run it");
                return None;
            }
            None => panic!("chromedriver found no free port five times"),
        };
        let mut browser = Self { driver, port, session: String::new() };
        let size = format!("--window-size={width},{height}");
        let arguments = [
            "--headless=new",
            "--no-sandbox",
            "--disable-gpu",
            "--hide-scrollbars",
            "--disable-dev-shm-usage",
            "--force-color-profile=srgb",
            &size,
        ];
        let options = json!({ "capabilities": { "alwaysMatch": {
            "goog:chromeOptions": { "args": arguments }
        } } });
        let answer = browser.call("POST", "/session", options);
        browser.session = answer["sessionId"].as_str().unwrap().to_owned();
        Some(browser)
    }

    /// The answer of the driver; `Err` with its error.
    fn try_call(&self, method: &str, path: &str, body: &Value) -> Result<Value, Value> {
        let body = if body.is_null() { String::new() } else { body.to_string() };
        let headers =
            format!("Host: 127.0.0.1:{}\r\nContent-Type: application/json\r\n", self.port);
        let answer = request(self.port, method, path, &headers, &body);
        let value = answer.json()["value"].clone();
        if answer.status == 200 { Ok(value) } else { Err(value) }
    }

    fn call(&self, method: &str, path: &str, body: Value) -> Value {
        let answer = self.try_call(method, path, &body);
        answer.unwrap_or_else(|error| panic!("{method} {path} {body}: {error}"))
    }

    fn command(&self, method: &str, path: &str, body: Value) -> Value {
        self.call(method, &format!("/session/{}{path}", self.session), body)
    }

    /// Opens a URL.
    pub fn open(&self, url: &str) {
        self.command("POST", "/url", json!({ "url": url }));
    }

    /// The URL of the page.
    pub fn url(&self) -> String {
        self.command("GET", "/url", Value::Null).as_str().unwrap().to_owned()
    }

    /// Runs a script with arguments and returns its result.
    pub fn run(&self, script: &str, arguments: &[Value]) -> Value {
        self.command("POST", "/execute/sync", json!({ "script": script, "args": arguments }))
    }

    /// The text of the first element that matches a selector.
    pub fn text(&self, selector: &str) -> String {
        let script = "return document.querySelector(arguments[0])?.textContent ?? ''";
        self.run(script, &[selector.into()]).as_str().unwrap().to_owned()
    }

    /// Waits until a script returns `true`.
    pub fn wait(&self, script: &str) {
        let begun = Instant::now();
        while self.run(&format!("return Boolean({script})"), &[]) != true {
            if begun.elapsed() > Duration::from_secs(60) {
                self.screenshot("failed");
                panic!("waited in vain for {script}; the page says '{}'", self.text("#status"));
            }
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    fn element(&self, selector: &str) -> String {
        let query = json!({ "using": "css selector", "value": selector });
        let found = self.command("POST", "/element", query);
        found[ELEMENT].as_str().unwrap().to_owned()
    }

    /// Clicks on an element as a person does: it must be visible, and where an answer of the program
    /// moves it away at this moment, the click is tried again for two seconds.
    pub fn click(&self, selector: &str) {
        let deadline = Instant::now() + Duration::from_secs(2);
        let element = self.element(selector);
        let path = format!("/session/{}/element/{element}/click", self.session);
        while let Err(error) = self.try_call("POST", &path, &json!({})) {
            let moved = error["error"] == "element click intercepted";
            assert!(moved && Instant::now() < deadline, "{selector}: {error}");
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Touches an element with a finger.
    pub fn tap(&self, selector: &str) {
        let element = json!({ ELEMENT: self.element(selector) });
        let finger = json!({ "type": "pointer", "id": "finger",
            "parameters": { "pointerType": "touch" }, "actions": [
                { "type": "pointerMove", "origin": element, "x": 0, "y": 0 },
                { "type": "pointerDown", "button": 0 },
                { "type": "pointerUp", "button": 0 }
            ] });
        self.command("POST", "/actions", json!({ "actions": [finger] }));
    }

    /// Types into an element.
    pub fn type_into(&self, selector: &str, text: &str) {
        let element = self.element(selector);
        let path = format!("/element/{element}/value");
        self.command("POST", &path, json!({ "text": text }));
    }

    /// Presses keys one after another, wherever the focus is.
    pub fn press(&self, keys: &[&str]) {
        let actions: Vec<Value> = keys
            .iter()
            .flat_map(|key| ["keyDown", "keyUp"].map(|kind| json!({ "type": kind, "value": key })))
            .collect();
        let source = json!({ "type": "key", "id": "keyboard", "actions": actions });
        self.command("POST", "/actions", json!({ "actions": [source] }));
    }

    pub fn back(&self) {
        self.command("POST", "/back", json!({}));
    }

    pub fn resize(&self, width: u32, height: u32) {
        // Windows have a minimum width; pages have none.
        let metrics = json!({ "cmd": "Emulation.setDeviceMetricsOverride", "params": {
            "width": width, "height": height, "deviceScaleFactor": 2, "mobile": true
        } });
        self.command("POST", "/goog/cdp/execute", metrics);
    }

    /// Saves files to a directory, without questions.
    pub fn downloads_to(&self, directory: &Path) {
        let behaviour = json!({ "cmd": "Browser.setDownloadBehavior", "params": {
            "behavior": "allow", "downloadPath": directory.display().to_string()
        } });
        self.command("POST", "/goog/cdp/execute", behaviour);
    }

    /// Sets the system's preference for dark or light, and for reduced motion.
    pub fn prefer(&self, scheme: &str) {
        let media = json!({ "cmd": "Emulation.setEmulatedMedia", "params": { "features": [
            { "name": "prefers-color-scheme", "value": scheme },
            { "name": "prefers-reduced-motion", "value": "reduce" }
        ] } });
        self.command("POST", "/goog/cdp/execute", media);
    }

    /// Keeps a picture of the window under `target/screenshots`.
    pub fn screenshot(&self, name: &str) -> PathBuf {
        let directory = repository("target/screenshots");
        std::fs::create_dir_all(&directory).unwrap();
        let path = directory.join(format!("{name}.png"));
        let picture = self.command("GET", "/screenshot", Value::Null);
        std::fs::write(&path, from_base64(picture.as_str().unwrap())).unwrap();
        path
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        if !self.session.is_empty() && !std::thread::panicking() {
            self.command("DELETE", "", Value::Null);
        }
        let _ = self.driver.kill();
        let _ = self.driver.wait();
    }
}

fn from_base64(text: &str) -> Vec<u8> {
    const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bytes, mut bits, mut count) = (Vec::new(), 0u32, 0);
    for byte in text.bytes() {
        let Some(value) = LETTERS.iter().position(|&letter| letter == byte) else { continue };
        bits = bits << 6 | value as u32;
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    bytes
}
