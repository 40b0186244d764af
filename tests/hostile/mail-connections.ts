import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { inTurn, textIn, type Attacker } from './attacker'
import { attempt, storing, strictAttempt, type HostileCase } from './hostile-case'
import { path, mailbox, post } from './mail-settings'

/** A server that says this to the person who connects, or hangs up, and counts them. */
async function listen(greeting: string | null, port = 0) {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.on('error', () => undefined)
    if (greeting === null) socket.destroy()
    else socket.end(greeting)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address)
  return { port: address.port, connections: () => connections, close: () => server.close() }
}

const tryHere = (attacker: Attacker, port: number, { host = '127.0.0.1', secure = false } = {}) => {
  const json = { ...mailbox, host, port, secure, appPassword: attacker.secret() }
  return post(attacker, '/test-connection', json)
}

export const mailConnections: HostileCase[] = [
  attempt('S03', 'names that lead to this machine', [200, 400], async (attacker) => {
    // The port may be another program's.
    const trap = await listen('220 trap\r\n', 2525).catch(() => null)
    const hosts = ['localhost.localdomain', 'a.localhost', 'ip6-localhost']
    const answers = await inTurn([...hosts, 'localhost6.localdomain6'], async (host) => {
      const answer = await tryHere(attacker, 2525, { host })
      if (answer.status === 200) assert.match(answer.body.toString(), /"success":false/)
      return answer
    })
    trap?.close()
    assert.equal(trap?.connections() ?? 0, 0, 'the portal connected to itself')
    return answers
  }),
  storing('S08', 'the stored password, sent to another host', [400], async (attacker) => {
    const saved = await post(attacker, '', { ...mailbox, appPassword: attacker.secret() })
    assert.equal(saved.status, 200)
    assert.match(saved.body.toString(), /"appPassword":true/)
    const json = { ...mailbox, host: 'smtp.evil.example', appPassword: 'UNCHANGED' }
    const answers = [await post(attacker, '', json), await post(attacker, '/test-connection', json)]
    const cookie = attacker.portal.people.admin
    const now = await attacker.send('GET', path, { cookie })
    assert.ok(attacker.secrets.every((secret) => !now.body.includes(secret)))
    await attacker.portal.query('delete from email_settings')
    return answers
  }),
  strictAttempt(
    'S09',
    'what a mail server says, and whether a port is open, is not told',
    [200],
    async (attacker) => {
      const talker = await listen('554 secret-banner of mail.internal 10.1.2.3\r\n')
      const closer = await listen(null)
      const spoken = await tryHere(attacker, talker.port)
      const hungUp = await tryHere(attacker, closer.port)
      const shut = await tryHere(attacker, 1)
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
  ),
  strictAttempt(
    'S11',
    'a server that is no TLS server where TLS is asked for',
    [200],
    async (attacker) => {
      const plain = await listen('220 plain.example ESMTP\r\n')
      const answer = await tryHere(attacker, plain.port, { secure: true })
      plain.close()
      assert.match(answer.body.toString(), /"success":false/)
      return answer
    },
  ),
  strictAttempt('S13', 'twenty tests within a minute', [200, 429], async (attacker) => {
    const closer = await listen(null)
    const answers = await inTurn([...Array(20).keys()], () => tryHere(attacker, closer.port))
    closer.close()
    assert.equal(answers.filter(({ status }) => status === 429).length, 10)
    return answers
  }),
  strictAttempt(
    'S14',
    'test mails to several, to nobody, or with a header',
    [400],
    async (attacker) => {
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
  ),
]
