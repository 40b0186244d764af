const basedOn = '2026-11-25T18:00:00.000000Z'
/** Of what either side is shown. */
const basis = 'b'.repeat(43)
const times = { basedOn: basis, times: [], zone: 'America/Denver' }
const entrepreneur = {
  firstName: 'Ana',
  lastName: 'Rivera',
  businessName: 'Rivera Bakery',
  email: 'ana@bakery.example',
  phoneNumber: '(303) 555-0142',
  timeZone: 'America/Denver',
  summary: 'Bakes bread.',
  amountCents: 4_000_000,
  minScore: 700,
  status: 'ready',
}
const offer = {
  partnerId: 2_000_000_000,
  entrepreneurId: 2_000_000_000,
  times: ['2036-12-01T18:00:00Z'],
}

/** An entrepreneur's, by the link in a mail. */
export const meetingCalls = [
  ['get', '/api/meeting'],
  ['put', '/api/meeting/times', { ...times, phoneEnd: '0142', isRecordingAllowed: true }],
  ['put', '/api/meeting/answer', { basedOn: basis, answer: 'declined', phoneEnd: '0142' }],
] as const

/** A partner's own introduction. */
export const ownMatchCalls = [
  ['get', '/api/match'],
  ['put', '/api/match/times', times],
  ['put', '/api/match/answer', { basedOn: basis, answer: 'declined' }],
] as const

/** The administrator's, about introductions and entrepreneurs. */
export const adminMatchCalls = [
  ['get', '/api/admin/entrepreneurs'],
  ['post', '/api/admin/entrepreneurs', entrepreneur],
  ['get', '/api/admin/entrepreneurs/:id'],
  ['patch', '/api/admin/entrepreneurs/:id', { status: 'withdrawn' }],
  ['delete', '/api/admin/entrepreneurs/:id'],
  ['get', '/api/admin/match-desk'],
  ['get', '/api/admin/match-calendar'],
  ['get', '/api/admin/matches'],
  ['post', '/api/admin/matches', offer],
  ['get', '/api/admin/matches/:id'],
  ['put', '/api/admin/matches/:id/times', { basedOn, times: ['2036-12-01T18:00:00Z'] }],
  ['post', '/api/admin/matches/:id/met', { basedOn }],
  ['post', '/api/admin/matches/:id/end', { basedOn, because: 'withdrawn' }],
  ['post', '/api/admin/matches/:id/undo', { basedOn }],
  ['post', '/api/admin/matches/:id/link'],
  ['get', '/api/admin/settings/meetings'],
  ['put', '/api/admin/settings/meetings', { room: 'https://video.example/room', minutes: 45 }],
] as const
