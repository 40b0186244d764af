import { consentKinds, consentTexts, currentTexts, type ConsentState } from '@shared/consents'
import type { ConsentRow } from './queries'

/** Every kind, in the order in which people are asked. */
export const presentConsents = (rows: readonly ConsentRow[]): ConsentState[] =>
  consentKinds.map((kind) => {
    const said = rows.find((row) => row.kind === kind)
    const currentVersion = currentTexts[kind]
    return {
      kind,
      isGiven: said?.isGiven === true,
      isForOtherNumber: said?.isGiven === null,
      at: said?.at.toISOString() ?? null,
      ip: said?.ip ?? null,
      source: said?.source ?? null,
      agreedText: said?.isGiven ? (consentTexts[said.textVersion] ?? null) : null,
      currentText: consentTexts[currentVersion] ?? '',
      currentVersion,
    }
  })

/** The same for the administrator, with who recorded it. */
export const presentConsentsOfUser = (rows: readonly ConsentRow[]): ConsentState[] =>
  presentConsents(rows).map((state) => {
    const recordedBy = rows.find(({ kind }) => kind === state.kind)?.recordedBy
    return recordedBy ? { ...state, recordedBy } : state
  })
