import assert from 'node:assert/strict'
import { maxFileBytes } from '@shared/file-kinds'
import { listTemporaries } from '@tests/support/portal/stored-files'
import { writeDocx } from '@tests/support/samples/docx-writer'
import { hostileSamples } from '@tests/support/samples/hostile-samples'
import { openSocket } from '@tests/support/network/raw-socket'
import { samples } from '@tests/support/samples/samples'
import { toleratedSamples } from '@tests/support/samples/tolerated-samples'
import { inTurn, textIn, type Answer, type Attacker } from './attacker'
import {
  pdfBomb,
  openAction,
  laughs,
  bombEntries,
  endlessList,
  vastJpeg,
  infected,
  script,
  exif,
} from './upload-contents'
import { attempt, storing, type HostileCase } from './hostile-case'
import { openAsAdmin } from './read-back'
import { within } from './withstand'

const refusals = [400, 415]
const png = samples.png().bytes
const jpeg = samples.jpeg().bytes
const pdf = samples.pdf().bytes

/** Content that must be refused under this name. */
const refused = (
  id: string,
  title: string,
  name: string,
  bytes: Buffer | string,
  type?: string,
): HostileCase =>
  attempt(id, title, refusals, (attacker) =>
    attacker.upload(name, Buffer.from(bytes), type === undefined ? {} : { type }),
  )

/** One of the samples that the parsers' own tests use. */
function refusedSample(id: string, name: string): HostileCase {
  const found = hostileSamples().find((sample) => sample.name === name)
  if (!found) throw new Error(`No such sample: ${name}`)
  return refused(id, found.why, name.replace(/exe$|xls$/, 'doc'), found.bytes)
}

/** Content that is stored, and given back as what it is and as nothing that could run. */
const kept = (id: string, title: string, name: string, bytes: () => Buffer): HostileCase =>
  storing(id, title, [201], (attacker) => storeAndOpen(attacker, name, bytes()))

/** The same under another name than the one it came with, whatever it was declared as. */
const renamed = (
  id: string,
  title: string,
  names: [sent: string, kept: string],
  bytes: Buffer,
  type?: string,
): HostileCase =>
  storing(id, title, [201], (attacker) => storeAndOpen(attacker, names[0], bytes, names[1], type))

async function storeAndOpen(
  attacker: Attacker,
  sent: string,
  bytes: Buffer,
  name = sent,
  type?: string,
): Promise<Answer> {
  const stored = await attacker.upload(sent, bytes, type === undefined ? {} : { type })
  if (stored.status !== 201) return stored
  const { headers, body } = await openAsAdmin(attacker, textIn(stored, 'uploadKey'), name)
  assert.deepEqual(body, bytes)
  assert.equal(headers['content-type'], textIn(stored, 'fileType'))
  assert.equal(headers['x-content-type-options'], 'nosniff')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none';/)
  assert.doesNotMatch(policy, /script-src/)
  const isShown = String(headers['content-disposition']).startsWith('inline')
  assert.equal(isShown, /\.(pdf|jpe?g|png)$/.test(name))
  return stored
}

export const uploads: HostileCase[] = [
  refused('U01', 'no bytes at all', 'a.pdf', ''),
  refused('U02', 'a single byte', 'a.pdf', '%'),
  attempt('U03', 'one byte over 10 MB', [413], (attacker) =>
    attacker.upload('a.pdf', samples.pdf({ size: maxFileBytes + 1 }).bytes),
  ),
  storing('U04', 'exactly 10 MB, which is allowed', [201], (attacker) =>
    attacker.upload('a.pdf', samples.pdf({ size: maxFileBytes }).bytes),
  ),
  attempt('U05', '10 MB announced, 1 KB sent, then silence', [0, 400, 408, 413], announce),
  attempt('U06', '11 MB in chunks, without saying how much', [413, 0], (attacker) => {
    const { bytes } = samples.pdf({ size: maxFileBytes + 1024 * 1024 })
    const headers = {
      'Transfer-Encoding': 'chunked',
      'Content-Type': 'multipart/form-data; boundary=b',
    }
    const head = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n'
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from('\r\n--b--\r\n')])
    return attacker.send('POST', '/api/upload', { headers, body })
  }),
  refused(
    'U07',
    'SVG with onload, named a.png',
    'a.png',
    '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>',
  ),
  kept('U08', 'a PNG with a page of HTML behind its end', 'a.png', () =>
    Buffer.concat([png, Buffer.from(script)]),
  ),
  refused('U09', 'PHP code named a.php.jpg', 'a.php.jpg', '<?php system($_GET[0]);'),
  refused('U10', 'a PDF with a program’s extension behind its own', 'report.pdf.exe', pdf),
  attempt('U11', 'NUL in the name, as such and as %00', refusals, async (attacker) => [
    await attacker.upload('a.pdf%00.html', pdf),
    await attacker.upload('a.pdf\0.html', pdf),
  ]),
  refused(
    'U12',
    'a GIF signature in front of a PDF',
    'a.pdf',
    Buffer.concat([Buffer.from('GIF89a'), pdf]),
  ),
  refused('U13', 'a program named a.docx', 'a.docx', 'MZ\x90\0\x03\0\0\0'),
  renamed('U14', 'a PDF that declares to be a PNG', ['a.pdf', 'a.pdf'], pdf, 'image/png'),
  refusedSample('U15', 'late.pdf'),
  renamed('U16', 'a PDF that declares to be HTML', ['a.pdf', 'a.pdf'], pdf, 'text/html'),
  kept('U17', 'a JPEG with a script in its metadata', 'a.jpg', () =>
    Buffer.concat([jpeg.subarray(0, 2), exif, jpeg.subarray(2)]),
  ),
  refusedSample('U18', 'book.docx'),
  refusedSample('U19', 'endless.jpg'),
  refusedSample('U20', 'book.xls'),
  kept('U21', 'a PDF that runs JavaScript when opened', 'a.pdf', () =>
    Buffer.from(openAction, 'latin1'),
  ),
  refusedSample('U22', 'chain.doc'),
  storing('U23', 'a PDF whose objects unfold to a gigabyte', [201], (attacker) => {
    const unpacked = attacker.size === 'full' ? 1024 ** 3 : 32 * 1024 ** 2
    return storeAndOpen(attacker, 'a.pdf', pdfBomb(unpacked))
  }),
  storing(
    'U24',
    'an OLE file whose list of tables leads to itself is read within bounds',
    [201, ...refusals],
    (attacker) => attacker.upload('a.doc', endlessList),
  ),
  refused('U25', 'a .docx of 16 archives of 4 GB each', 'a.docx', writeDocx('x', bombEntries)),
  refusedSample('U26', 'entries.docx'),
  refusedSample('U27', 'slip.docx'),
  refusedSample('U28', 'overlap.docx'),
  kept('U29', 'a .docx with a billion laughs', 'a.docx', () =>
    writeDocx('x', [{ name: 'word/settings.xml', data: laughs }]),
  ),
  refusedSample('U30', 'remote.docx'),
  renamed('U31', 'a .doc named .pdf', ['a.pdf', 'a.doc'], samples.doc().bytes),
  attempt('U32', 'Word documents under the names of what runs', refusals, (attacker) =>
    inTurn(['a.docm', 'a.dotm', 'a.hta', 'a.html', 'a.docx.js'], (name) =>
      attacker.upload(name, samples.docx().bytes),
    ),
  ),
  {
    ...refused('U33', 'a .doc with what scanners take for a virus', 'a.doc', infected),
    at: 'strict',
  },
  kept('U34', 'a JPEG that says it is 65,535 pixels wide and high', 'a.jpg', vastJpeg),
  renamed('U35', 'a PNG named .jpeg', ['a.jpeg', 'a.png'], png),
  refused('U36', 'a HEIC photo named .jpg', 'a.jpg', '\0\0\0\x18ftypheic\0\0\0\0heic'),
  ...[
    ['U38', 'embedded.doc'],
    ['U40', 'two-names.docx'],
    ['U42', 'far.docx'],
    ['U43', 'nine.pdf'],
    ['U44', 'header.png'],
    ['U45', 'docm.docx'],
    ['U46', 'dotm.docx'],
    ['U47', 'renamed.docx'],
    ['U48', 'macros.doc'],
    ['U49', 'native.doc'],
    ['U50', 'ole.docx'],
    ['U51', 'program.docx'],
    ['U52', 'activex.docx'],
    ['U53', 'share.docx'],
    ['U54', 'utf7.docx'],
    ['U55', 'empty-pages.pdf'],
    ['U56', 'update.pdf'],
    ['U57', 'linear.pdf'],
    ['U58', 'endless.png'],
    ['U59', 'bomb.pdf'],
    ['U60', 'tableless.pdf'],
  ].map(([id = '', name = '']) => refusedSample(id, name)),
  storing('U61', 'what real programs write is taken, and opens as what it is', [201], (attacker) =>
    inTurn(toleratedSamples(), ({ kind, bytes }) =>
      storeAndOpen(attacker, samples[kind]().name, bytes),
    ),
  ),
]

/** At full size the portal has to hang up by itself; else the client does, in the middle. */
async function announce(attacker: Attacker): Promise<Answer | readonly Answer[]> {
  const head =
    `POST /api/upload HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${attacker.address}\r\nContent-Length: ${maxFileBytes}\r\n` +
    'Content-Type: multipart/form-data; boundary=b\r\n\r\n' +
    '--b\r\nContent-Disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n%PDF-1.4 '
  const bytes = head + 'x'.repeat(1024)
  if (attacker.size === 'full') return attacker.sendBytes(bytes)
  const { portal } = attacker
  // The first four are received in memory, where nobody sees that they have begun.
  const sockets = await Promise.all(
    Array.from({ length: 5 }, async () => openSocket(portal.origin)),
  )
  for (const socket of sockets) socket.write(bytes)
  const hasBegun = await within(
    5_000,
    async () => (await listTemporaries(portal.uploadsDir)).length > 0,
  )
  assert.ok(hasBegun, 'the upload never began')
  const others = await attacker.send('GET', '/api/mail-status')
  assert.equal(others.status, 200)
  for (const socket of sockets) socket.destroy()
  return attacker.sendBytes(bytes, { halfClose: true })
}
