import { exactTotalLimit } from '@shared/list-choices'
import { formatNumber } from './format'

/** Of what is counted exactly up to a limit only. */
export const formatCount = (count: number): string =>
  count > exactTotalLimit ? `${formatNumber(exactTotalLimit)}+` : formatNumber(count)
