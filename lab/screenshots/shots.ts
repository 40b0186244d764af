import { pages } from '@shared/pages'
import { adminShots } from './admin-shots'
import { introductionShots } from './introduction-shots'
import { partnerShots } from './partner-shots'
import { programShots } from './program-shots'
import { publicShots } from './public-shots'
import type { Shot } from './shot'

/** Every page by its own path. */
const plainShots = Object.entries(pages).map(([name, path]): Shot => {
  if (path === pages.dashboard || path === pages.account) return { name, path, as: 'partner' }
  return { name, path, as: path.startsWith(pages.admin) ? 'admin' : 'visitor' }
})

export const shots: readonly Shot[] = [
  ...plainShots,
  ...publicShots,
  ...partnerShots,
  ...introductionShots,
  ...adminShots,
  ...programShots,
]
