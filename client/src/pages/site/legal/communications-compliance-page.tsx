import { communicationsCompliance } from '@/content/legal/communications-compliance'
import { LegalBanner, LegalPage } from './legal-page'

export const Opening = () => <LegalBanner document={communicationsCompliance} />

export function CommunicationsCompliancePage() {
  return <LegalPage document={communicationsCompliance} />
}
