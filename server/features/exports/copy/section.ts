import type { Transaction } from '../../../db/client'
import type { Sealer } from '../../../db/sealing'

export type Row = Record<string, string | number | boolean | Date | null>

/** One kind of what is held on a person, as their copy has it. */
export interface Section {
  /** Its name in data.json. */
  name: string
  title: string
  note?: string
  read(tx: Transaction, of: { userId: number; sealer: Sealer }): Promise<Row[]>
}
