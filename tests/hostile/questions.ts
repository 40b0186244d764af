import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { releaseHeldMails } from '@tests/support/mail/release-held-mails'
import { atOnce, inTurn, type Answer, type Attacker } from './attacker'
import { findId } from './confirm-admin'
import { attempt, storing, strictStoring, type HostileCase } from './hostile-case'
import { newPartner } from './new-partner'
import { waitForMailText } from './password-resets'

const strangeTexts = ['\0\u001b', '\ud800', 1, ['x'], {}, null, '', '   ', '\u200b']

const ask = ({ send, portal }: Attacker, id: number, json: object) =>
  send('POST', `/api/admin/users/${id}/questions`, { cookie: portal.people.admin, json })

const answer = ({ send }: Attacker, cookie: string, json: object) =>
  send('POST', '/api/question/answer', { cookie, json })

/** Asks a new person; the cookie is theirs. */
async function newQuestion(attacker: Attacker, words = 'Which report is this?') {
  const person = await newPartner(attacker)
  const asked = await ask(attacker, person.id, { words })
  assert.ok(asked.status < 300, asked.body.toString())
  return { ...person, asked, questionId: numberIn(asked, 'questionId') }
}

const numberIn = ({ body }: Answer, name: string) =>
  Number(new RegExp(`"${name}":(\\d+)`).exec(body.toString())?.[1])

/** What people are asked before a decision, and what they answer. */
export const questions: HostileCase[] = [
  attempt(
    'V20',
    'questions that are none, too long or no text, or about what is not theirs',
    [400, 404],
    async (attacker) => {
      const { partner, other } = attacker.portal.people
      const id = await findId(attacker, partner)
      const words = 'Which report is this?'
      const [admin] = await attacker.portal.query<{ id: number }>(
        'select id from users where is_admin = 1',
      )
      return [
        ...(await inTurn([...strangeTexts, 'x'.repeat(1_001)], (one) =>
          ask(attacker, id, { words: one }),
        )),
        ...(await inTurn([other.file.id, 0, -1, 1.5, '1', 2_147_483_648, null], (fileId) =>
          ask(attacker, id, { words, fileId }),
        )),
        await ask(attacker, Number(admin?.id), { words }),
      ]
    },
  ),
  storing('V21', 'an answer to no question, or to someone else’s', [400, 409], async (attacker) => {
    const { cookie, questionId } = await newQuestion(attacker)
    const stranger = await newPartner(attacker)
    const answers = [
      await answer(attacker, stranger.cookie, { answer: 'Yes.' }),
      await answer(attacker, stranger.cookie, { answer: 'Yes.', questionId }),
      await answer(attacker, cookie, { answer: 'Yes.', questionId: questionId + 1_000 }),
      ...(await inTurn([...strangeTexts, 'x'.repeat(2_001)], (one) =>
        answer(attacker, cookie, { answer: one }),
      )),
    ]
    const [row] = await attacker.portal.query('select answered_at from questions where id = $1', [
      questionId,
    ])
    assert.deepEqual(row, { answered_at: null })
    return answers
  }),
  storing('V22', 'one question answered six times at once', [200], async (attacker) => {
    const { cookie, questionId } = await newQuestion(attacker)
    const answers = await atOnce(6, (at) => answer(attacker, cookie, { answer: `Answer ${at}` }))
    // One answers it, the others are kept with it.
    const [row] = await attacker.portal.query<{ answer: string }>(
      'select answer from questions where id = $1',
      [questionId],
    )
    assert.equal(new Set(row?.answer.split('\n\n')).size, 6)
    return answers
  }),
  strictStoring(
    'V23',
    'markup, placeholders and the ends of mails in a question and its answer are text',
    [200, 201],
    async (attacker) => {
      const marker = `m${randomInt(1e9)}`
      const hostile = `<img src=x onerror=alert(1)> {{firstName}} [x](javascript:alert(1))\r\nBcc: x@evil.example\n.\nQUIT`
      const { email, cookie, asked } = await newQuestion(attacker, `${marker} ${hostile}`)
      await releaseHeldMails(attacker.portal)
      await waitForMailText(attacker, email, new RegExp(marker))
      for (const { raw, html, to } of attacker.portal.mailbox.mails) {
        if (!to.includes(email)) continue
        assert.doesNotMatch(html, /<img src=x|href="javascript:/)
        assert.doesNotMatch(raw.split('\r\n\r\n', 1).join(), /^Bcc: /im)
      }
      const given = await answer(attacker, cookie, { answer: hostile })
      return [asked, given]
    },
  ),
]
