//! The page's side of the sandbox, which `boot.js` has started: exchanges JSON messages through a port. All messages
//! from it are untrusted: they are limited in size, parsed into the protocol's types or dropped, and an answer is used
//! only if its request is waiting.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use futures_channel::oneshot;
use wasm_bindgen::prelude::*;
use wasm_bindgen_futures::JsFuture;
use web_sys::{MessageEvent, MessagePort};

use crate::browser;
use crate::wire::{Progress, Reply, Request};
use protocol::limits::{MAX_MESSAGE_LENGTH, MAX_UNREQUESTED_MESSAGES};

/// The least interval between progress updates, in milliseconds.
const PROGRESS_INTERVAL: f64 = 60.0;

/// The progress of a request: steps done, steps in all, the current step.
pub type OnProgress = Rc<dyn Fn(u32, u32, String)>;

/// The sandbox. Cheap to clone.
#[derive(Clone, Default)]
pub struct Sandbox(Rc<Inner>);

impl PartialEq for Sandbox {
    fn eq(&self, other: &Self) -> bool {
        Rc::ptr_eq(&self.0, &other.0)
    }
}

#[derive(Default)]
struct Inner {
    port: RefCell<Option<MessagePort>>,
    /// Requests sent before the frame was ready.
    queue: RefCell<Vec<String>>,
    /// Requests without an answer yet; few at a time.
    waiting: RefCell<Vec<Waiting>>,
    last_id: Cell<u32>,
    unasked: Cell<u32>,
    /// Why the sandbox accepts no more requests.
    dead: RefCell<Option<String>>,
}

struct Waiting {
    id: u32,
    answer: oneshot::Sender<Result<Reply, String>>,
    progress: Option<OnProgress>,
    last_progress: f64,
}

impl Sandbox {
    /// Starts the sandbox. `on_start` is called once: ready, or a sentence with the reason why not.
    pub fn start(on_start: impl FnOnce(Result<(), String>) + 'static) -> Sandbox {
        let sandbox = Sandbox(Rc::default());
        let starting = sandbox.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let result = starting.boot().await;
            if let Err(reason) = &result {
                starting.die(reason);
            }
            on_start(result);
        });
        sandbox
    }

    async fn boot(&self) -> Result<(), String> {
        let port = JsFuture::from(crate::host::sandbox()).await.map_err(|reason| {
            let why = reason.dyn_into::<js_sys::Error>().map(|error| String::from(error.message()));
            format!(
                "The database could not be loaded: {} Reload the page to try again.",
                why.unwrap_or_default()
            )
        })?;
        let port: MessagePort = port.dyn_into().map_err(|_| "The sandbox has no port.")?;
        let (ready_tx, ready) = oneshot::channel::<Result<(), String>>();
        self.listen(&port, ready_tx);
        ready.await.map_err(|_| "The sandbox did not start.".to_owned())??;

        for text in self.0.queue.borrow_mut().drain(..) {
            // A closed port drops the message; the request then waits until Stop.
            let _ = port.post_message(&text.into());
        }
        *self.0.port.borrow_mut() = Some(port);
        Ok(())
    }

    fn listen(&self, port: &MessagePort, ready: oneshot::Sender<Result<(), String>>) {
        let sandbox = self.clone();
        let mut ready = Some(ready);
        let handler = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            let Some(text) = event
                .data()
                .dyn_ref::<js_sys::JsString>()
                .filter(|text| text.length() <= MAX_MESSAGE_LENGTH)
                .map(String::from)
            else {
                return sandbox.unasked();
            };
            match Reply::read(&text) {
                Some((_, Reply::Ready)) => {
                    if let Some(ready) = ready.take() {
                        // The receiver is waiting in `boot`.
                        let _ = ready.send(Ok(()));
                    }
                }
                // A message without an id: the sandbox failed to start.
                Some((0, Reply::Failed { message: reason })) if ready.is_some() => {
                    if let Some(ready) = ready.take() {
                        // The receiver is waiting in `boot`.
                        let _ = ready.send(Err(reason));
                    }
                }
                Some((id, reply)) => sandbox.receive(id, reply),
                None => sandbox.unasked(),
            }
        });
        port.set_onmessage(Some(handler.as_ref().unchecked_ref()));
        // The port lives as long as the page.
        handler.forget();
    }

    /// Sends a request and waits for the answer. Requests sent before the sandbox is ready wait for it.
    pub async fn ask(&self, request: Request, progress: Option<OnProgress>) -> Result<Reply, String> {
        if let Some(reason) = &*self.0.dead.borrow() {
            return Err(reason.clone());
        }
        let id = self.0.last_id.get() + 1;
        self.0.last_id.set(id);
        let text = request.text(id);
        let (answer, answered) = oneshot::channel();
        self.0.waiting.borrow_mut().push(Waiting { id, answer, progress, last_progress: 0.0 });
        self.send(text);
        answered.await.unwrap_or_else(|_| Err("The sandbox was closed.".to_owned()))
    }

    /// Stops the running request, which is answered with a failure.
    pub fn stop(&self) {
        let this = self.clone();
        wasm_bindgen_futures::spawn_local(async move {
            // Only the answer of the stopped request matters.
            let _ = this.ask(Request::Stop, None).await;
        });
    }

    fn send(&self, text: String) {
        match &*self.0.port.borrow() {
            // A closed port drops the message; `die` has answered all waiting requests.
            Some(port) => drop(port.post_message(&text.into())),
            None => self.0.queue.borrow_mut().push(text),
        }
    }

    fn receive(&self, id: u32, reply: Reply) {
        let mut waiting = self.0.waiting.borrow_mut();
        let Some(at) = waiting.iter().position(|one| one.id == id) else {
            drop(waiting);
            if !matches!(reply, Reply::Progress(_)) {
                self.unasked();
            }
            return;
        };
        if let Reply::Progress(Progress { done, total, label }) = reply {
            let now = browser::now();
            let entry = &mut waiting[at];
            if now - entry.last_progress < PROGRESS_INTERVAL {
                return;
            }
            entry.last_progress = now;
            let on_progress = entry.progress.clone();
            // The listener may send a request, which borrows the table again.
            drop(waiting);
            if let Some(on_progress) = on_progress {
                on_progress(done, total, label);
            }
            return;
        }
        // The caller may be gone and not need the answer.
        let _ = waiting.remove(at).answer.send(Ok(reply));
    }

    fn unasked(&self) {
        self.0.unasked.set(self.0.unasked.get() + 1);
        if self.0.unasked.get() > MAX_UNREQUESTED_MESSAGES {
            self.die("The sandbox sent too many unexpected messages and was closed. Reload the page to start it again.");
        }
    }

    fn die(&self, reason: &str) {
        if let Some(port) = self.0.port.borrow_mut().take() {
            port.close();
        }
        *self.0.dead.borrow_mut() = Some(reason.to_owned());
        for waiting in self.0.waiting.take() {
            // The caller may be gone and not need the answer.
            let _ = waiting.answer.send(Err(reason.to_owned()));
        }
    }
}
