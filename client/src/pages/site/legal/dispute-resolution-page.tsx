import { disputeResolution } from '@/content/legal/dispute-resolution'
import { LegalBanner, LegalPage } from './legal-page'

export const Opening = () => <LegalBanner document={disputeResolution} />

export function DisputeResolutionPage() {
  return <LegalPage document={disputeResolution} />
}
