import { once } from 'node:events'
import type { Server } from 'node:http'
import { connect } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import express from 'express'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { listen } from '@tests/support/network/listen'
import { createHttpServer } from './http-server'
import { sendCsv, writeCsvLine } from './send-csv'
import { inSlices } from './send-zip'

it.each([
  ['an equals sign', '=1+1', `'=1+1`],
  ['a plus', '+1 303 555 0199', `'+1 303 555 0199`],
  ['a minus', '-1', `'-1`],
  ['an at sign', '@SUM(A1)', `'@SUM(A1)`],
  ['a tab', '\t=1', `"'\t=1"`],
  ['a carriage return', '\r=1', `"'\r=1"`],
  ['a line feed', '\n=1', `"'\n=1"`],
  ['spaces before one', '  =1', `'  =1`],
  ['a wide equals sign', '＝1', `'＝1`],
  ['a wide plus', '＋1', `'＋1`],
  ['a wide minus', '－1', `'－1`],
  ['a wide at sign', '＠A1', `'＠A1`],
  ['what can’t be seen before one', '\u200b\u2066=1', `'\u200b\u2066=1`],
  ['one that is quoted', '=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('keeps a cell that begins with %s from being a formula', (_what, cell, written) => {
  expect(writeCsvLine([cell])).toBe(`${written}\r\n`)
})

it.each([
  ['a semicolon', 'a;=1+1', `"a;'=1+1"`],
  ['a semicolon and spaces', 'a; \u200b@A1', `"a;' \u200b@A1"`],
  ['a bar', 'a|+1', `"a|'+1"`],
  ['a tab', 'a\t-1', `"a\t'-1"`],
  ['a line break', 'a\n=1', `"a\n'=1"`],
])('keeps a formula away from a program that splits lines at %s', (_what, cell, written) => {
  expect(writeCsvLine([cell])).toBe(`${written}\r\n`)
})

it('quotes what RFC 4180 says, and leaves everything else as it is', () => {
  const cells = ['Ada', 'Park, A.', 'the "best"', 'one\r\ntwo', 'a;b', '', 'a=b', 'ä 🦀']
  expect(writeCsvLine(cells)).toBe('Ada,"Park, A.","the ""best""","one\r\ntwo","a;b",,a=b,ä 🦀\r\n')
})

it('writes times in UTC as spreadsheets read them, numbers as they are, and an empty cell for null', () => {
  expect(writeCsvLine([new Date('2026-03-01T23:59:58.999Z'), -3, null])).toBe(
    '2026-03-01 23:59:58,-3,\r\n',
  )
})

describe('a file of rows', () => {
  let server: Server

  afterEach(() => {
    server.closeAllConnections()
    server.close()
  })

  it('reads nothing for anyone who hung up before it began', async () => {
    const fill = vi.fn(async () => undefined)
    const app = express()
    const sent = new Promise<void>((resolve, reject) => {
      app.use(async (req, res) => {
        req.socket.destroy()
        await once(res, 'close')
        // As after a query that took longer.
        await setImmediate()
        sendCsv(req, res, { fileName: 'users', columns: {}, fill }).then(resolve, reject)
      })
    })
    server = createHttpServer(app)
    const socket = connect(await listen(server), '127.0.0.1')
    socket.on('error', () => undefined)
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n')
    await sent
    expect(fill).not.toHaveBeenCalled()
    socket.destroy()
  })
})

function* work(): Generator<number> {
  for (let item = 0; item < 60; item += 1) {
    const until = performance.now() + 1
    while (performance.now() < until);
    yield item
  }
}

it('lets other work of the process go on between slices, and leaves nothing out', async () => {
  const over = new AbortController()
  let turns = 0
  const goOn = async () => {
    for (; !over.signal.aborted; turns += 1) await setImmediate()
  }
  const going = goOn()
  const items: number[] = []
  for await (const slice of inSlices(work())) items.push(...slice)
  over.abort()
  await going
  expect(items).toEqual([...Array(60).keys()])
  expect(turns).toBeGreaterThan(5)
})
