import assert from 'node:assert/strict'
import { createServer, type Server } from 'node:net'
import { inTurn, textIn, type Answer, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'
import { path, mailbox, post } from './mail-settings'

/** A server that says this to whoever connects, and counts them. */
async function listen(
  greeting: string | null,
  port = 0,
): Promise<{ port: number; connections: () => number; close: () => void } | null> {
  let connections = 0
  const server: Server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    if (greeting === null) socket.destroy()
    else socket.end(greeting)
  })
  const isListening = await new Promise<boolean>((resolve) => {
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => resolve(true))
  })
  const address = server.address()
  if (!isListening || typeof address !== 'object' || !address) return null
  return { port: address.port, connections: () => connections, close: () => server.close() }
}

const tryLoopback = (attacker: Attacker, port: number) =>
  post(attacker, '/test-connection', {
    ...mailbox,
    host: '127.0.0.1',
    port,
    secure: false,
    appPassword: attacker.secret(),
  })

export const mailConnections: HostileCase[] = [
  {
    id: 'S03',
    title: 'names that lead to this machine',
    expect: [200, 400],
    async run(attacker) {
      const answers: Answer[] = []
      const trap = await listen('220 trap\r\n', 2525)
      for (const host of [
        'localhost.localdomain',
        'a.localhost',
        'ip6-localhost',
        'localhost6.localdomain6',
      ]) {
        const json = { ...mailbox, host, port: 2525, secure: false, appPassword: attacker.secret() }
        const answer = await post(attacker, '/test-connection', json)
        if (answer.status === 200) assert.match(answer.body.toString(), /"success":false/)
        answers.push(answer)
      }
      trap?.close()
      assert.equal(trap?.connections() ?? 0, 0, 'the portal connected to itself')
      return answers
    },
  },
  {
    id: 'S08',
    title: 'the stored password, sent to another host',
    expect: [400],
    mayStore: true,
    async run(attacker) {
      const saved = await post(attacker, '', { ...mailbox, appPassword: attacker.secret() })
      assert.equal(saved.status, 200)
      assert.match(saved.body.toString(), /"appPassword":true/)
      const json = { ...mailbox, host: 'smtp.evil.example', appPassword: 'UNCHANGED' }
      const answers = [
        await post(attacker, '', json),
        await post(attacker, '/test-connection', json),
      ]
      const cookie = attacker.portal.people.admin
      const now = await attacker.send('GET', path, { cookie })
      assert.ok(attacker.secrets.every((secret) => !now.body.includes(secret)))
      await attacker.portal.query('delete from email_settings')
      return answers
    },
  },
  {
    id: 'S09',
    title: 'what a mail server says, and whether a port is open, is not told',
    at: 'strict',
    expect: [200],
    async run(attacker) {
      const talker = await listen('554 secret-banner of mail.internal 10.1.2.3\r\n')
      const closer = await listen(null)
      if (!talker || !closer) throw new Error('No port.')
      const spoken = await tryLoopback(attacker, talker.port)
      const hungUp = await tryLoopback(attacker, closer.port)
      const shut = await tryLoopback(attacker, 1)
      const answers = [spoken, hungUp, shut]
      talker.close()
      closer.close()
      for (const answer of answers) {
        assert.match(answer.body.toString(), /"success":false/)
        assert.doesNotMatch(
          answer.body.toString(),
          /secret-banner|10\.1\.2\.3|127\.0\.0\.1|ECONN|554/,
        )
      }
      assert.equal(textIn(shut, 'message'), textIn(hungUp, 'message'))
      return answers
    },
  },
  {
    id: 'S11',
    title: 'a server that is no TLS server where TLS is asked for',
    at: 'strict',
    expect: [200],
    async run(attacker) {
      const plain = await listen('220 plain.example ESMTP\r\n')
      if (!plain) throw new Error('No port.')
      const json = {
        ...mailbox,
        host: '127.0.0.1',
        port: plain.port,
        secure: true,
        appPassword: attacker.secret(),
      }
      const answer = await post(attacker, '/test-connection', json)
      plain.close()
      assert.match(answer.body.toString(), /"success":false/)
      return answer
    },
  },
  {
    id: 'S13',
    title: 'twenty tests within a minute',
    at: 'strict',
    expect: [200, 429],
    async run(attacker) {
      const closer = await listen(null)
      if (!closer) throw new Error('No port.')
      const answers: Answer[] = []
      for (let at = 0; at < 20; at += 1) answers.push(await tryLoopback(attacker, closer.port))
      closer.close()
      assert.equal(answers.filter(({ status }) => status === 429).length, 10)
      return answers
    },
  },
  {
    id: 'S14',
    title: 'test mails to several, to nobody, or with a header',
    at: 'strict',
    expect: [400],
    async run(attacker) {
      return inTurn(
        [
          'a@b.co, evil@evil.example',
          'a@b.co\r\nBcc: x@y.zz',
          'A <a@b.co>',
          'a@b.co;c@d.ee',
          '',
          'x',
          ['a@b.co'],
          'group:a@b.co;',
          `${'a'.repeat(260)}@b.co`,
        ],
        (to) => post(attacker, '/send-test', { to }),
      )
    },
  },
]
