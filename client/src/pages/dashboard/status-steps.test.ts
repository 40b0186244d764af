import { expect, it } from 'vitest'
import { fakeOwnFile, fakePartner } from '@tests/support/client/fake-records'
import { getStanding } from './standing'
import { getSteps } from './status-steps'

it('names a document that is looked at on a line or two, however long its name is', () => {
  const partner = fakePartner()
  const fileName = `${'annual credit report '.repeat(9)}.docx`
  const steps = getSteps(partner, getStanding(partner, [fakeOwnFile({ fileName })], []))
  expect(steps).toContainEqual({
    title: 'Credit verification',
    state: 'current',
    description: 'We’re looking at annual credit report an…report .docx',
  })
})
