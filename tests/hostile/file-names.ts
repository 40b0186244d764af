import assert from 'node:assert/strict'
import { samples } from '@tests/support/samples/samples'
import { textIn, type Answer, type Attacker } from './attacker'
import type { HostileCase } from './hostile-case'
import { openAsAdmin } from './read-back'

const { bytes } = samples.pdf({ text: 'The name is the attack.' })
const withstood = [201, 400, 415]

interface NamedCase {
  id: string
  title: string
  /** The name as sent. */
  name: string | Buffer
  /** The name it is kept under, if it is accepted. */
  becomes?: string
  expect?: readonly number[]
}

/**
 * A file sent under this name, and, when it is taken, listed for the administrator and opened under
 * the name it got: no header is split, no invisible character is left, the bytes are the same.
 */
const named = ({ id, title, name, becomes, expect = [201] }: NamedCase): HostileCase => ({
  id,
  title,
  expect,
  mayStore: true,
  async run(attacker) {
    const answer = await attacker.upload(name, bytes)
    if (answer.status !== 201) return answer
    const kept = await readBack(attacker, answer)
    if (becomes !== undefined) assert.equal(kept, becomes)
    return answer
  },
})

const hidden = /[\p{Cc}\p{Cf}\p{Surrogate}/\\]/u

async function readBack(attacker: Attacker, answer: Answer): Promise<string> {
  const fileName = textIn(answer, 'fileName')
  const uploadKey = textIn(answer, 'uploadKey')
  assert.ok(fileName.length > 0 && fileName.length <= 150, `${fileName.length} characters`)
  assert.doesNotMatch(fileName, hidden)
  const { people } = attacker.portal
  const listed = await attacker.send('GET', '/api/admin/files?limit=1', { cookie: people.admin })
  assert.ok(listed.body.toString().includes(JSON.stringify(fileName)), 'listed under another name')
  const opened = await openAsAdmin(attacker, uploadKey, fileName)
  assert.deepEqual(opened.body, bytes)
  assert.equal(opened.headers['set-cookie']?.length ?? 1, 1)
  const disposition = String(opened.headers['content-disposition'])
  assert.match(
    disposition,
    /^inline; filename=("(?:[^"\\]|\\["\\])*"|[\w.-]+)(; filename\*=UTF-8''[\w.%!#$&+^`|~-]+)?$/,
  )
  return fileName
}

const many = (id: string, title: string, names: readonly string[]): HostileCase => ({
  id,
  title,
  expect: [201],
  mayStore: true,
  async run(attacker) {
    const answers: Answer[] = []
    for (const name of names) {
      const answer = await attacker.upload(name, bytes)
      if (answer.status === 201) await readBack(attacker, answer)
      answers.push(answer)
    }
    return answers
  },
})

export const fileNames: HostileCase[] = [
  named({ id: 'N26', title: 'a tab in front', name: '\tx.pdf', expect: withstood }),
  named({
    id: 'N01',
    title: 'a path upwards',
    name: '../../etc/passwd.pdf',
    becomes: 'passwd.pdf',
  }),
  named({
    id: 'N02',
    title: 'text direction turned round',
    name: 'report-\u202efdp.exe.pdf',
    becomes: 'report-fdp.exe.pdf',
  }),
  named({ id: 'N03', title: 'an absolute path', name: '/abs/x.pdf', becomes: 'x.pdf' }),
  named({
    id: 'N04',
    title: '300 bytes',
    name: `${'a'.repeat(296)}.pdf`,
    becomes: `${'a'.repeat(146)}.pdf`,
  }),
  named({ id: 'N05', title: 'a leading dash', name: '-rf.pdf', becomes: '-rf.pdf' }),
  named({
    id: 'N06',
    title: '200 emoji, to be cut between and not inside them',
    name: `${'\u{1f600}'.repeat(200)}.pdf`,
    becomes: `${'\u{1f600}'.repeat(73)}.pdf`,
  }),
  named({
    id: 'N07',
    title: 'markup',
    name: '<img src=x onerror=alert(1)>.pdf',
    becomes: '<img src=x onerror=alert(1)>.pdf',
  }),
  many('N08', 'names of Windows’ own', [
    'CON.pdf',
    'aux.pdf',
    'C:\\Windows\\x.pdf',
    '\\\\host\\share\\x.pdf',
    'x.pdf::$DATA.pdf',
  ]),
  named({
    id: 'N09',
    title: 'a line break and a header',
    name: 'a\r\nSet-Cookie: x=1.pdf',
    expect: withstood,
  }),
  {
    id: 'N10',
    title: 'a second name beside the first',
    expect: withstood,
    mayStore: true,
    async run(attacker) {
      const answer = await attacker.upload(`a.pdf"; filename*=UTF-8''b%0d%0aX%3A1.html; x="`, bytes)
      if (answer.status === 201) await readBack(attacker, answer)
      return answer
    },
  },
  named({
    id: 'N11',
    title: 'emoji, Cyrillic and combining marks come back as they were',
    name: 'Отчёт 📄 é ộ ก็.pdf'.normalize('NFC'),
    becomes: 'Отчёт 📄 é ộ ก็.pdf'.normalize('NFC'),
  }),
  named({
    id: 'N12',
    title: 'bytes that are no UTF-8',
    name: Buffer.from('a\xc0\xaf\xff\xed\xa0\x80.pdf', 'latin1'),
    expect: withstood,
  }),
  {
    id: 'N13',
    title: 'one name in two normal forms is two files',
    expect: [201],
    mayStore: true,
    async run(attacker) {
      const composed = await attacker.upload('résumé.pdf'.normalize('NFC'), bytes)
      const decomposed = await attacker.upload('résumé.pdf'.normalize('NFD'), bytes)
      assert.notEqual(textIn(composed, 'uploadKey'), textIn(decomposed, 'uploadKey'))
      assert.equal(textIn(decomposed, 'fileName'), textIn(composed, 'fileName'))
      return [composed, decomposed]
    },
  },
  many('N14', 'nothing but dots and spaces before the extension', [
    '....pdf',
    '   .pdf',
    ' . . .pdf',
    '\u00a0\u3000.pdf',
  ]),
  many('N15', 'beginnings that a spreadsheet would run', [
    '=HYPERLINK(\\"http:x\\").pdf',
    '+cmd|x.pdf',
    '@SUM.pdf',
  ]),
  named({
    id: 'N16',
    title: 'an invisible character inside the extension',
    name: 'a.p\u200ddf',
    becomes: 'a.pdf',
  }),
  {
    id: 'N17',
    title: 'no name at all: a field, not a file',
    expect: [400],
    run: (attacker) =>
      attacker.send('POST', '/api/upload', {
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-1.4\r\n--b--\r\n',
      }),
  },
  named({
    id: 'N18',
    title: 'quotes and backslashes',
    name: 'a\\"; filename=\\"b.html',
    expect: withstood,
  }),
  named({
    id: 'N19',
    title: 'a shell’s own characters',
    name: '; rm -rf $(x) `x` .pdf',
    becomes: '; rm -rf $(x) `x` .pdf',
  }),
  named({ id: 'N20', title: 'dots and spaces at the end', name: 'a.pdf. . ', becomes: 'a.pdf' }),
  named({ id: 'N21', title: '64 KB', name: `${'a'.repeat(64 * 1024)}.pdf`, expect: withstood }),
  many('N22', 'names that objects have already', [
    '__proto__.pdf',
    'constructor.pdf',
    'toString.pdf',
  ]),
  named({
    id: 'N23',
    title: 'percent signs stay what they are',
    name: '%2e%2e%2f%00%zz.pdf',
    becomes: '%2e%2e%2f%00%zz.pdf',
  }),
  named({
    id: 'N24',
    title: 'tag characters that spell out something else',
    name: 'a\u{e0065}\u{e0078}\u{e0065}.pdf',
    becomes: 'a.pdf',
  }),
  named({
    id: 'N25',
    title: 'ten thousand combining marks on one letter',
    name: `a${'\u0301'.repeat(10_000)}.pdf`,
    expect: withstood,
  }),
]
