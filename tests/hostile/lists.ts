import assert from 'node:assert/strict'
import { exportedLists } from '@shared/exports'
import { inTurn, type Answer, type Attacker } from './attacker'
import { attempt, type HostileCase } from './hostile-case'

const lists = [...exportedLists.filter((list) => list !== 'audit-events'), 'emails'].map(
  (name) => `/api/admin/${name}`,
)

/** Every list of the administrator with each of these queries. */
const queried = (
  id: string,
  expect: readonly number[],
  title: string,
  queries: readonly string[],
  check?: (answer: Answer) => void,
): HostileCase => {
  const paths = lists.flatMap((list) => queries.map((query) => `${list}?${query}`))
  const askAll = (attacker: Attacker) => inTurn(paths, (path) => ask(attacker, path))
  return attempt(id, title, expect, askAll, check)
}

const ask = (attacker: Attacker, path: string) =>
  attacker.send('GET', path, { cookie: attacker.portal.people.admin })

const findsNothing = (answer: Answer) => {
  assert.equal(answer.headers['x-total-count'], '0')
  assert.equal(answer.body.toString(), '[]')
}

export const queries: HostileCase[] = [
  queried('Q01', [400], 'search terms of 201 and 10,000 characters', [
    `search=${'x'.repeat(201)}`,
    `search=${'x'.repeat(10_000)}`,
    `search=${'%F0%9F%98%80'.repeat(201)}`,
  ]),
  queried(
    'Q02',
    [200],
    'search terms of patterns only find what contains them',
    [
      'search=%25%25%25',
      'search=%25_',
      'search=___',
      'search=_%25',
      'search=%5C%5C%5C',
      'search=%5C%25',
    ],
    findsNothing,
  ),
  queried(
    'Q03',
    [200],
    'SQL as a search term',
    [
      'search=%27%20or%201%3D1--',
      'search=%27%3B%20drop%20table%20partners%3B--',
      'search=%24%24%3Bselect%20pg_sleep(9)',
      'search=%22%20%29%20union%20select%20password_hash',
    ],
    findsNothing,
  ),
  queried('Q04', [400], 'limits that are none', [
    'limit=-1',
    'limit=0',
    'limit=1e9',
    'limit=NaN',
    'limit=1.5',
    'limit=101',
    'limit=Infinity',
    'limit=abc',
    'limit=1&limit=2',
    'limit=9'.padEnd(400, '9'),
  ]),
  queried('Q05', [400], 'cursors that were never given', [
    'cursor=-1',
    'cursor=0',
    'cursor=abc',
    'cursor=2147483648',
    'cursor=1.5',
    'cursor=1&cursor=2',
    "cursor=1'--",
    'cursor=',
    'cursor=%00',
    'cursor=0x10',
  ]),
  queried('Q06', [400], 'statuses by the list', [
    'status=pending&status=approved',
    'status=',
    'status=all',
    'status=PENDING',
    "status=pending'--",
    'status=%00',
  ]),
  queried('Q07', [200], 'keys with brackets are other keys', [
    'status[]=pending',
    'limit[]=5',
    'search[$ne]=x',
    '__proto__[limit]=1000',
    'constructor[prototype][x]=1',
    'status[0]=x&status[a]=y',
  ]),
  queried('Q08', [200, 400], 'a search by the list, with NUL, or no UTF-8', [
    'search=a&search=b',
    'search=%00',
    'search=a%00b',
    'search=%ff%fe',
    'search=%ED%A0%80',
    'search=%',
  ]),
  queried('Q09', [200], 'a hundred words, and a hundred times the same', [
    `search=${Array.from({ length: 66 }, (_word, at) => `w${at % 10}`)
      .join('%20')
      .slice(0, 200)}`,
    `search=${'ab%20'.repeat(60)}zz`,
    `search=${'(a%2B)%2B'.repeat(20)}%24`,
  ]),
  queried('Q10', [200], 'a thousand parameters', [
    Array.from({ length: 1_000 }, (_parameter, at) => `p${at}=1`).join('&'),
  ]),
  attempt('Q11', 'an owner that is none', [400], async (attacker) => {
    return inTurn(['0', '-1', 'abc', '1e3', '2147483648', '1&userId=2', "1'--"], (userId) =>
      ask(attacker, `/api/admin/files?userId=${userId}`),
    )
  }),
  attempt('Q12', 'objects of the audit trail that are none', [400], async (attacker) => {
    return inTurn(
      [
        'object=users',
        "object=user:1'--",
        'object=user:%25',
        'object=user:1&object=user:2',
        `object=user:${'1'.repeat(65)}`,
        'object=',
        'cursor=99999999999999999',
        'cursor=0',
        'limit=1e9',
      ],
      (query) => ask(attacker, `/api/admin/audit-events?${query}`),
    )
  }),
  attempt('Q13', 'the next page’s address leads nowhere else', [200], async (attacker) => {
    const cookie = attacker.portal.people.admin
    const headers = { Host: 'evil.example', 'X-Forwarded-Host': 'evil.example' }
    const path = '/api/admin/files?limit=1&x=%0d%0aX-Injected:1&y=%3E%3B%20rel=%22next'
    const answer = await attacker.send('GET', path, { cookie, headers })
    assert.match(String(answer.headers['link']), /^<\/api\/admin\/files\?[^<>\s]+>; rel="next"$/)
    assert.equal(answer.headers['x-injected'], undefined)
    return answer
  }),
]
