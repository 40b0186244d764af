import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach } from 'vitest'
import { texts, textSettings } from '@server/db/schema/texts'
import { sealedText, sealedTextToken } from '@server/features/texts/queries'
import { listen } from '@tests/support/network/listen'
import type { TestApp } from './app'

type Answer = (res: ServerResponse, sent: URLSearchParams) => void

const send = (res: ServerResponse, status: number, body: object) =>
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body))

/** What the provider does with a text. */
export const providerAnswers = {
  takes: (res) => send(res, 201, { sid: `SM${String(Math.random()).slice(2)}`, status: 'queued' }),
  isBusy: (res) => send(res, 429, { code: 20_429, message: 'Too many requests' }),
  fails: (res) => send(res, 500, { message: 'Internal error' }),
  knowsOptOut: (res) =>
    send(res, 400, { code: 21_610, message: 'Attempt to send to unsubscribed' }),
  knowsNoLogin: (res) => send(res, 401, { code: 20_003, message: 'Authenticate' }),
  refuses: (res) => send(res, 400, { code: 21_211, message: 'Invalid number' }),
  breaksOff: (res) => void res.destroy(),
} satisfies Record<string, Answer>

/** For a file of tests: a double of the provider, which takes all texts unless it is told otherwise. */
export async function startTextProvider() {
  const taken: URLSearchParams[] = []
  const authorizations: string[] = []
  let answer: Answer = providerAnswers.takes
  const server = createServer((req, res) => {
    authorizations.push(req.headers.authorization ?? '')
    if (req.method === 'GET') {
      send(res, 200, { status: 'active' })
      return
    }
    void take(req, res)
  })
  async function take(req: IncomingMessage, res: ServerResponse) {
    const form = new URLSearchParams(await text(req))
    taken.push(form)
    answer(res, form)
  }
  const port = await listen(server)
  beforeEach(() => {
    taken.length = 0
    answer = providerAnswers.takes
  })
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${port}`,
    /** The form of each text that was handed over. */
    taken,
    authorizations,
    answerWith(next: Answer) {
      answer = next
    },
  }
}

/** A text with everything that is sealed of one, and of the account that it leaves by. */
export async function sealText({ db, sealer }: TestApp, userId: number) {
  const sealedToken = sealer.seal('the provider’s token', sealedTextToken)
  await db.insert(textSettings).values({ accountSid: 'AC1', sealedToken, sender: '+13035550142' })
  await db.insert(texts).values({
    id: 1,
    userId,
    kind: 'composed',
    recipient: '+13035550199',
    sealedContent: sealer.seal('Please call us.', sealedText(1)),
    segments: 1,
    notAfter: new Date(),
  })
}
