import { inTurn, type Attacker } from './attacker'
import { attempt, each, type Fields, type HostileCase } from './hostile-case'

export const path = '/api/admin/settings/email'
export const mailbox = {
  email: 'office@mail.example',
  host: 'smtp.mail.example',
  port: 465,
  secure: true,
  service: 'own',
}

export const post = (attacker: Attacker, sub: string, json: unknown) =>
  attacker.send('POST', path + sub, { cookie: attacker.portal.people.admin, json })

/** Saved and tried, both refused. */
const refused = (id: string, title: string, fields: Fields): HostileCase =>
  attempt(id, title, [400], async (attacker) => {
    const answers = await inTurn(each(fields), async (one) => {
      const json = { ...mailbox, appPassword: attacker.secret(), ...one }
      return [await post(attacker, '', json), await post(attacker, '/test-connection', json)]
    })
    return answers.flat()
  })

const loopbacks = [
  '127.0.0.1',
  'localhost',
  '::1',
  '0.0.0.0',
  '127.1',
  '0x7f000001',
  '2130706433',
  '[::ffff:127.0.0.1]',
  '::ffff:127.0.0.1',
  '0177.0.0.1',
  '127.0.0.1.',
  'LOCALHOST',
  'localhost.',
  '①②⑦.0.0.1',
  '[::]',
  '0',
]
const inner = [
  '169.254.169.254',
  '10.0.0.1',
  '192.168.1.1',
  '172.16.0.1',
  '100.64.0.1',
  'fd00::1',
  'fe80::1%eth0',
  '::ffff:10.0.0.1',
  '64:ff9b::7f00:1',
  '224.0.0.1',
  '255.255.255.255',
  'metadata',
]
const broken = [
  'a\r\nb.example',
  'a b.example',
  'a/b.example',
  'a@b.example',
  `${'a.'.repeat(2500)}example`,
  'a.example:25',
  'a.example#',
  '-a.example',
  'a..example',
  'smtp://a.example',
  '',
  'a\r\nb.example',
]

export const mailSettings: HostileCase[] = [
  refused('S01', 'this machine, in every spelling', { host: loopbacks }),
  refused('S02', 'ports that take no mail', {
    port: [22, 80, 5432, 0, -1, 65_536, 465.5, '465abc', 'NaN', null],
  }),
  refused('S04', 'machines of an inner network, and the cloud’s own', { host: inner }),
  refused('S05', 'hosts that are none', { host: broken }),
  refused('S06', 'senders that are none, or carry a header', {
    email: [
      'a@b',
      'a@b.co\r\nBcc: x@y.zz',
      'a@b.co,c@d.ee',
      '"a" <a@b.co>',
      `${'a'.repeat(250)}@b.co`,
      ['a@b.co'],
    ],
  }),
  refused('S07', 'UNCHANGED and DEFAULT when there is neither', {
    appPassword: ['UNCHANGED', 'DEFAULT', '', undefined],
  }),
  refused('S10', 'a service without a name, with markup of 10 KB, or of line breaks', {
    service: ['', '<script>'.repeat(1250), '\r\n', 1],
  }),
  refused('S12', 'app passwords too long, or no text', {
    appPassword: ['p'.repeat(1025), 1, null, { $ne: '' }, '\ud800'],
  }),
]
