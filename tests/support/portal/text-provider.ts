import { createServer, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach } from 'vitest'
import { listen } from '@tests/support/network/listen'

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
    void text(req).then((body) => {
      const form = new URLSearchParams(body)
      taken.push(form)
      answer(res, form)
    })
  })
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
