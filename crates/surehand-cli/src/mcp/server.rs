//! Calls of MCP clients, answered by a session.
//!
//! The engine is synchronous, so every call runs on a blocking thread. Looking calls run side by side, a few at a time;
//! acts wait here in the order they came, and then for the desktop's act lock. A cancelled call raises its flag: one
//! that waits never runs, one that runs finishes its step. When the input ends, what is running is answered if it ends
//! soon, then cancelled.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, CustomRequest, CustomResult,
    ErrorCode, ErrorData, Implementation, InputResponses, ListToolsResult, PaginatedRequestParams,
    ProtocolVersion, ServerCapabilities, ServerConfig,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler, ServiceExt};
use serde_json::Value;
use surehand::core::clock::Cancel;
use surehand::core::code::Code;
use surehand::core::error::{Error, Invalid};
use surehand::permissions::question::{Asker, Question};
use surehand::wire::request::Arguments;
use surehand::wire::{Answer, Kind};
use surehand::{Going, Session};
use tokio::io::{AsyncRead, AsyncWrite};
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::mpsc::unbounded_channel;
use tokio::sync::{Mutex, MutexGuard, Semaphore, SemaphorePermit};
use tokio::time::{Interval, interval};

use super::asking::{ClientAsker, offers_questions};
use super::notices::{GOES_ON, HEARTBEAT, Notice, Notices, WAITS};
use super::rounds::{self, Round, Rounds};
use super::tools::{self, INSTRUCTIONS, Name};
use super::transport::{self, Lines};
use crate::call::Call;

/// How many calls look at the same time.
const LOOKING: usize = 8;
/// How many calls wait at the same time; they have turns of their own, so that waiting never keeps a look waiting.
const WAITING: usize = 8;
/// How long a step that is running when the client has gone may take to end: the limit of a step.
const LAST_STEP: Duration = Duration::from_secs(20);
/// How long it may take when the process has been told to end.
const AT_ONCE: Duration = Duration::from_secs(1);
/// How long a person may take to answer. Clients give a call up after a minute; an answer of ours comes before that.
const ANSWERING: Duration = Duration::from_secs(50);

/// Serves one client on standard input and output until the input ends, or the process is told to.
///
/// # Errors
/// When the streams or the runtime cannot be used.
pub(crate) fn serve(session: Session) -> std::io::Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let session = Arc::new(session);
    let patience = runtime.block_on(async {
        let mut told_to_end = signal(SignalKind::terminate())?;
        let (input, output) = rmcp::transport::io::stdio_pipes();
        Ok::<_, std::io::Error>(tokio::select! {
            () = serve_on(Arc::clone(&session), input, output, ANSWERING) => LAST_STEP,
            _ = told_to_end.recv() => AT_ONCE,
        })
    })?;
    // What runs is cancelled with its task: it finishes its step, if it has the time.
    runtime.shutdown_timeout(patience);
    session.let_go();
    Ok(())
}

/// Serves one client on any streams. `answering` is how long a person may take to answer a question.
pub(super) async fn serve_on<R, W>(session: Arc<Session>, input: R, output: W, answering: Duration)
where
    R: AsyncRead + Unpin + Send + 'static,
    W: AsyncWrite + Unpin + Send + 'static,
{
    let server = Server {
        session,
        answering,
        rounds: Rounds::new(answering),
        acts: Mutex::new(()),
        looks: Semaphore::new(LOOKING),
        waits: Semaphore::new(WAITING),
    };
    // An error here is a client that went away before the handshake, which is no failure of ours.
    match server.serve(Lines::new(input, output)).await {
        Ok(running) => match running.waiting().await {
            Ok(reason) => tracing::info!(?reason, "the client has gone"),
            Err(_) => tracing::error!("the server's loop ended unexpectedly"),
        },
        Err(_) => tracing::info!("the client has gone before it said hello"),
    }
}

struct Server {
    session: Arc<Session>,
    answering: Duration,
    rounds: Arc<Rounds>,
    /// Hands out turns in the order they were asked for, which the act lock itself does not.
    acts: Mutex<()>,
    looks: Semaphore,
    waits: Semaphore,
}

/// The turn of a call, given back when dropped.
struct Turn<'a> {
    _act: Option<MutexGuard<'a, ()>>,
    _other: Option<SemaphorePermit<'a>>,
}

/// Raises the flag when nobody waits for the answer any more.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

impl Server {
    async fn answer(
        &self,
        name: Name,
        arguments: &Arguments,
        round: Option<Round>,
        context: &RequestContext<RoleServer>,
    ) -> (Answer, Option<Question>) {
        let call = match Call::parse(name.as_str(), arguments) {
            Ok(call) => call,
            Err(invalid) => return (Answer::invalid(&invalid), None),
        };
        let (one_step, steps) = (call.is_one_step(), call.steps());
        let notices = Notices::new(context.peer.clone(), context.meta.get_progress_token(), steps);
        let cancelled =
            || Answer::failed(&Error::new(Code::Cancelled, "cancelled before it began; nothing was done"));
        let _turn = tokio::select! {
            biased;
            () = context.ct.cancelled() => return (cancelled(), None),
            turn = self.turn(&call, &notices) => turn,
        };
        let asker = Arc::new(ClientAsker::new(context.peer.clone(), self.answering));
        self.session.ask_through(Arc::clone(&asker) as Arc<dyn Asker>);
        let cancel = CancelOnDrop(Cancel::new());
        let (session, flag) = (Arc::clone(&self.session), cancel.0.clone());
        let (told, mut news) = unbounded_channel();
        let watch = notices.are_wanted().then_some(told);
        let mut work = tokio::task::spawn_blocking(move || {
            let tell = |going: Going<'_>| {
                if let Some(watch) = &watch {
                    // Nobody listens any more when the answer is out.
                    let _ = watch.send(Notice::of(going, steps));
                }
            };
            rounds::within(round, || call.answer(&session, &flag, &tell, Some(asker.as_ref())))
        });
        let mut beats = beats();
        let done = loop {
            tokio::select! {
                biased;
                Some(notice) = news.recv(), if !cancel.0.is_cancelled() => notices.send(notice).await,
                done = &mut work => break done,
                () = context.ct.cancelled(), if !cancel.0.is_cancelled() => cancel.0.cancel(),
                _ = beats.tick() => notices.send(Notice::saying(GOES_ON)).await,
            }
        };
        // What was told before the work ended goes out before its answer.
        while let Some(notice) = news.try_recv().ok().filter(|_| !cancel.0.is_cancelled()) {
            notices.send(notice).await;
        }
        let Ok((answer, question)) = done else {
            let fault = Error::new(Code::Internal, "surehand met a fault of its own");
            return (Answer::failed(&fault), None);
        };
        // The next round begins from the start, so this one must have done nothing.
        let did_nothing = answer.did_nothing() || one_step && answer.kind == Kind::NotDone;
        (answer, question.filter(|_| did_nothing))
    }

    /// The tool of that name, if it is offered.
    fn offered(&self, name: &str) -> Option<Name> {
        Name::of(name).filter(|name| *name != Name::Driver || self.session.offers_driver())
    }

    /// Waits for the turn of a call: acts one after the other, the others a few at a time.
    async fn turn(&self, call: &Call, notices: &Notices) -> Turn<'_> {
        if !call.acts() {
            let turns = if call.waits() { &self.waits } else { &self.looks };
            // The semaphores are never closed.
            return Turn { _act: None, _other: turns.acquire().await.ok() };
        }
        if let Ok(free) = self.acts.try_lock() {
            return Turn { _act: Some(free), _other: None };
        }
        notices.send(Notice::saying(WAITS)).await;
        let mut beats = beats();
        let mut free = pin!(self.acts.lock());
        loop {
            tokio::select! {
                biased;
                free = &mut free => return Turn { _act: Some(free), _other: None },
                _ = beats.tick() => notices.send(Notice::saying(WAITS)).await,
            }
        }
    }

    /// The round of a call, where the protocol has rounds and the client can ask.
    fn round(
        &self,
        responses: Option<InputResponses>,
        context: &RequestContext<RoleServer>,
    ) -> Option<Round> {
        let has_rounds =
            context.protocol_version().is_some_and(|version| version >= ProtocolVersion::V_2026_07_28);
        let can_ask = context.client_capabilities().is_some_and(|can| offers_questions(&can));
        (has_rounds && can_ask).then(|| self.rounds.begin(responses))
    }

    async fn call(
        &self,
        name: &str,
        arguments: &Arguments,
        responses: Option<InputResponses>,
        context: &RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(name) = self.offered(name) else {
            return Err(ErrorData::invalid_params("unknown tool; tools/list names those there are", None));
        };
        let round = self.round(responses, context);
        let (answer, question) = self.answer(name, arguments, round, context).await;
        log(name, answer.kind);
        if let Some(warning) = self.session.take_warning() {
            tracing::warn!("{warning}");
        }
        if let Some(next) = question.and_then(|question| self.rounds.put(question)) {
            return Ok(next.into());
        }
        let picture = answer.png().map(|png| ContentBlock::image(BASE64_STANDARD.encode(png), "image/png"));
        let content = picture.into_iter().chain([ContentBlock::text(answer.json())]).collect();
        Ok(match answer.kind {
            Kind::Broken(_) => CallToolResult::error(content).into(),
            Kind::Done | Kind::NotDone => CallToolResult::success(content).into(),
        })
    }
}

/// Ticks for as long as a call is silent.
fn beats() -> Interval {
    let mut beats = interval(HEARTBEAT);
    // The first one is not due at once.
    beats.reset();
    beats
}

/// By tool and code only: a log holds nothing of what a screen or a caller says.
fn log(name: Name, kind: Kind) {
    let tool = name.as_str();
    match kind {
        Kind::Broken(code @ Code::InvalidArguments) => tracing::info!(tool, %code, "call refused"),
        Kind::Broken(code) => tracing::warn!(tool, %code, "call failed"),
        Kind::Done | Kind::NotDone => tracing::debug!(tool, "call answered"),
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("surehand", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _request: Option<PaginatedRequestParams>,
        _context: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let driver = tools::driver().filter(|_| self.session.offers_driver());
        Ok(ListToolsResult::with_all_items(tools::list().into_iter().chain(driver).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let arguments = request.arguments.unwrap_or_default();
        self.call(&request.name, &arguments, request.input_responses, &context).await
    }

    /// Requests that the library could not read as what their method says end here too.
    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _context: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let name = request.params.as_ref().and_then(|params| params.get("name")).and_then(Value::as_str);
        match (request.method.as_str(), name.map(|name| self.offered(name))) {
            ("tools/call", Some(Some(_))) => {
                let invalid = Invalid::new("arguments", "must be an object with the tool's arguments");
                Ok(CustomResult(transport::result(&Answer::invalid(&invalid))))
            }
            ("tools/call", Some(None)) => {
                Err(ErrorData::invalid_params("unknown tool; tools/list names those there are", None))
            }
            ("tools/call", None) => Err(ErrorData::invalid_params("`name` must be the name of a tool", None)),
            ("tools/list" | "initialize" | "ping" | "server/discover", _) => {
                Err(ErrorData::invalid_params("`params` do not fit the method", None))
            }
            _ => Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, "this server has no such method", None)),
        }
    }
}
