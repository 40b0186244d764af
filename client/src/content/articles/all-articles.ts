import { creditScores } from './1-credit-scores'
import { businessVersusPersonalCredit } from './2-business-vs-personal-credit'
import { startupFundingStrategies } from './3-startup-funding-strategies'
import { partneringWithCreditPartners } from './4-partnering-with-credit-partners'
import { boostingCreditRating } from './5-boosting-credit-rating'
import { alternativeFunding } from './6-alternative-funding'
import type { Article } from './article'

/** In order of id; the first is the blog's featured article. */
export const articles: readonly Article[] = [
  creditScores,
  businessVersusPersonalCredit,
  startupFundingStrategies,
  partneringWithCreditPartners,
  boostingCreditRating,
  alternativeFunding,
]
