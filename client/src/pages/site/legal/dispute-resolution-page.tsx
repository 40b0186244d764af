import { disputeResolution } from '@/content/legal/dispute-resolution'
import { LegalPage } from './legal-page'

export function DisputeResolutionPage() {
  return <LegalPage document={disputeResolution} />
}
