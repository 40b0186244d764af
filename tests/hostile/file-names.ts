import assert from 'node:assert/strict'
import { samples } from '@tests/support/samples/samples'
import { inTurn, textIn, type Answer, type Attacker } from './attacker'
import { attempt, storing, type HostileCase } from './hostile-case'
import { openAsAdmin } from './read-back'

const { bytes } = samples.pdf({ text: 'The name is the attack.' })

async function uploadAs(attacker: Attacker, name: string | Buffer, becomes?: string) {
  const answer = await attacker.upload(name, bytes)
  if (answer.status !== 201) return answer
  const kept = await readBack(attacker, answer)
  if (becomes !== undefined) assert.equal(kept, becomes)
  return answer
}

/**
 * A file sent under this name, and, when it is taken, listed for the administrator and opened under
 * the name it got: no header is split, no invisible character is left, the bytes are the same.
 */
const withstood = (id: string, title: string, name: string | Buffer): HostileCase =>
  storing(id, title, [201, 400, 415], (attacker) => uploadAs(attacker, name))

/** One that is taken, and kept under that name. */
const named = (id: string, title: string, name: string, becomes: string): HostileCase =>
  storing(id, title, [201], (attacker) => uploadAs(attacker, name, becomes))

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

const many = (id: string, title: string, names: readonly string[]): HostileCase =>
  storing(id, title, [201], (attacker) => inTurn(names, (name) => uploadAs(attacker, name)))

export const fileNames: HostileCase[] = [
  withstood('N26', 'a tab in front', '\tx.pdf'),
  named('N01', 'a path upwards', '../../etc/passwd.pdf', 'passwd.pdf'),
  named('N02', 'text direction turned round', 'report-\u202efdp.exe.pdf', 'report-fdp.exe.pdf'),
  named('N03', 'an absolute path', '/abs/x.pdf', 'x.pdf'),
  named('N04', '300 bytes', `${'a'.repeat(296)}.pdf`, `${'a'.repeat(146)}.pdf`),
  named('N05', 'a leading dash', '-rf.pdf', '-rf.pdf'),
  named(
    'N06',
    '200 emoji, to be cut between and not inside them',
    `${'\u{1f600}'.repeat(200)}.pdf`,
    `${'\u{1f600}'.repeat(73)}.pdf`,
  ),
  named('N07', 'markup', '<img src=x onerror=alert(1)>.pdf', '<img src=x onerror=alert(1)>.pdf'),
  many('N08', 'names of Windows’ own', [
    'CON.pdf',
    'aux.pdf',
    'C:\\Windows\\x.pdf',
    '\\\\host\\share\\x.pdf',
    'x.pdf::$DATA.pdf',
  ]),
  withstood('N09', 'a line break and a header', 'a\r\nSet-Cookie: x=1.pdf'),
  withstood(
    'N10',
    'a second name beside the first',
    `a.pdf"; filename*=UTF-8''b%0d%0aX%3A1.html; x="`,
  ),
  named(
    'N11',
    'emoji, Cyrillic and combining marks come back as they were',
    'Отчёт 📄 é ộ ก็.pdf'.normalize('NFC'),
    'Отчёт 📄 é ộ ก็.pdf'.normalize('NFC'),
  ),
  withstood(
    'N12',
    'bytes that are no UTF-8',
    Buffer.from('a\xc0\xaf\xff\xed\xa0\x80.pdf', 'latin1'),
  ),
  storing('N13', 'one name in two normal forms is two files', [201], async (attacker) => {
    const composed = await attacker.upload('résumé.pdf'.normalize('NFC'), bytes)
    const decomposed = await attacker.upload('résumé.pdf'.normalize('NFD'), bytes)
    assert.notEqual(textIn(composed, 'uploadKey'), textIn(decomposed, 'uploadKey'))
    assert.equal(textIn(decomposed, 'fileName'), textIn(composed, 'fileName'))
    return [composed, decomposed]
  }),
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
  named('N16', 'an invisible character inside the extension', 'a.p\u200ddf', 'a.pdf'),
  attempt('N17', 'no name at all: a field, not a file', [400], (attacker) =>
    attacker.send('POST', '/api/upload', {
      headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="file"\r\n\r\n%PDF-1.4\r\n--b--\r\n',
    }),
  ),
  withstood('N18', 'quotes and backslashes', 'a\\"; filename=\\"b.html'),
  named('N19', 'a shell’s own characters', '; rm -rf $(x) `x` .pdf', '; rm -rf $(x) `x` .pdf'),
  named('N20', 'dots and spaces at the end', 'a.pdf. . ', 'a.pdf'),
  withstood('N21', '64 KB', `${'a'.repeat(64 * 1024)}.pdf`),
  many('N22', 'names that objects have already', [
    '__proto__.pdf',
    'constructor.pdf',
    'toString.pdf',
  ]),
  named('N23', 'percent signs stay what they are', '%2e%2e%2f%00%zz.pdf', '%2e%2e%2f%00%zz.pdf'),
  named(
    'N24',
    'tag characters that spell out something else',
    'a\u{e0065}\u{e0078}\u{e0065}.pdf',
    'a.pdf',
  ),
  withstood('N25', 'ten thousand combining marks on one letter', `a${'\u0301'.repeat(10_000)}.pdf`),
]
