import type { Entrepreneur, ListedEntrepreneur } from '@shared/entrepreneurs'
import { openOrNull, type Sealer } from '../../db/sealing'
import { sealedEntrepreneurNotes, type EntrepreneurRow, type OneEntrepreneurRow } from './queries'

export const presentListedEntrepreneur = (row: EntrepreneurRow): ListedEntrepreneur => ({
  id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  businessName: row.businessName,
  email: row.email,
  phoneNumber: row.phoneNumber,
  timeZone: row.timeZone,
  summary: row.summary,
  amountCents: row.amountCents,
  minScore: row.minScore,
  status: row.status,
  createdAt: row.createdAt.toISOString(),
  match: row.match,
})

/** Opens the sealed notes; without any they are empty. */
export function presentEntrepreneur(row: OneEntrepreneurRow, sealer: Sealer): Entrepreneur {
  const { id, sealedNotes } = row
  const notes =
    sealedNotes === null
      ? ''
      : openOrNull(() => sealer.open(sealedNotes, sealedEntrepreneurNotes(id)))
  return { ...presentListedEntrepreneur(row), notes }
}
