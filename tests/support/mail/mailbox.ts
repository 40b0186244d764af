import { EventEmitter, once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { text as readStream } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { listen } from '@tests/support/network/listen'
import { makeCertificate } from '@tests/support/network/certificate'
import { readMail, type ReceivedMail } from './read-mail'

type MailboxMode =
  | 'working'
  | 'silent'
  | 'greylisting'
  | 'wrong password'
  | 'refused recipient'
  | 'dropped after DATA'

export interface ArrivedMail extends ReceivedMail {
  /** Over TLS. */
  wasEncrypted: boolean
}

export interface Mailbox {
  port: number
  /** For SMTP_URL. */
  url: string
  /** Everything that arrived, in order, repetitions included. */
  mails: ArrivedMail[]
  /** Names and passwords that were tried. */
  logins: { user: string; password: string }[]
  /** Certificate authority to trust, as PEM; empty without TLS. */
  authority: string
  /** A connection that was left unanswered while 'silent' is answered with the next mode. */
  behave(mode: MailboxMode): void
  /** Resolves with the next connection, answered or not. */
  waitForConnection(): Promise<void>
  /** Stops listening, and listens again at the same port. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
  waitForMail(matches: (mail: ArrivedMail) => boolean): Promise<ArrivedMail>
  close(): Promise<void>
}

interface MailboxOptions {
  /** TLS from the first byte, or offered as STARTTLS, with a certificate for these names. */
  tls?: { mode: 'implicit' | 'starttls'; names: readonly string[] }
}

const mailMs = 20_000
const refuse = (message: string, responseCode: number) =>
  Object.assign(new Error(message), { responseCode })

/** Greets right away: the library waits 100 ms for programs that talk too soon. */
class PromptServer extends SMTPServer {
  override connect(...given: Parameters<SMTPServer['connect']>): void {
    super.connect(...given)
    const connection = [...this.connections].at(-1)
    if (!connection) return
    const greet = connection.connectionReady.bind(connection)
    connection.connectionReady = () => undefined
    greet()
  }
}

/** A real SMTP server on loopback that can also play what mail servers do on bad days. */
export async function startMailbox({ tls }: MailboxOptions = {}): Promise<Mailbox> {
  const pair = tls ? await makeCertificate(tls.names) : null
  let mode: MailboxMode = 'working'
  const mails: ArrivedMail[] = []
  const logins: { user: string; password: string }[] = []
  const sockets = new Map<number | undefined, Socket>()
  const unanswered: Socket[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)

  const smtp = new PromptServer({
    authOptional: true,
    allowInsecureAuth: true,
    ...pair,
    secure: tls?.mode === 'implicit',
    disabledCommands: tls ? [] : ['STARTTLS'],
    disableReverseLookup: true,
    onAuth({ username, password }, _session, done) {
      const user = username ?? ''
      logins.push({ user, password: password ?? '' })
      if (mode === 'wrong password') done(refuse('5.7.8 secret inner words', 535))
      else done(null, { user })
    },
    onRcptTo(_address, _session, done) {
      if (mode === 'greylisting') done(refuse('4.7.1 greylisted, come back', 451))
      else if (mode === 'refused recipient') done(refuse('5.1.1 no such mailbox here', 550))
      else done()
    },
    onData(stream, session, done) {
      async function takeIn() {
        const raw = await readStream(stream)
        const to = session.envelope.rcptTo.map(({ address }) => address)
        mails.push({ ...(await readMail(raw, to)), wasEncrypted: session.secure })
        arrivals.emit('mail')
        if (mode === 'dropped after DATA') sockets.get(session.remotePort)?.destroy()
        else done()
      }
      takeIn().catch(done)
    },
  })
  smtp.on('error', () => undefined)

  function receive(socket: Socket): void {
    const { remotePort } = socket
    sockets.set(remotePort, socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(remotePort))
    if (mode === 'silent') unanswered.push(socket)
    else answer(socket)
    arrivals.emit('connection')
  }
  const answer = (socket: Socket) => smtp.server.emit('connection', socket)
  const front = createServer(receive)
  const stopListening = () =>
    new Promise<void>((resolve) => {
      front.close(() => resolve())
      // Destroyed under a TLS handshake, a socket takes the whole process down (Node 20).
      for (const socket of sockets.values()) {
        if (pair) socket.end()
        else socket.destroy()
      }
    })
  const port = await listen(front)

  return {
    port,
    url: `smtp://portal%40mail.example:app-password@127.0.0.1:${port}`,
    mails,
    logins,
    authority: pair?.cert ?? '',
    behave: (wanted) => {
      mode = wanted
      if (mode === 'silent') return
      for (const socket of unanswered.splice(0)) if (!socket.destroyed) answer(socket)
    },
    waitForConnection: async () => void (await once(arrivals, 'connection')),
    goDown: stopListening,
    comeBack: async () => void (await listen(front, port)),
    async waitForMail(matches) {
      const signal = AbortSignal.timeout(mailMs)
      while (!signal.aborted) {
        const found = mails.find(matches)
        if (found) return found
        await once(arrivals, 'mail', { signal }).catch(() => undefined)
      }
      const seen = mails.map((mail) => `${mail.to.join()}: ${mail.subject}`)
      throw new Error(`No such mail arrived. These did: ${seen.join('; ') || 'none'}`)
    },
    close: stopListening,
  }
}
