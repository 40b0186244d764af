import { communicationsCompliance } from '@/content/legal/communications-compliance'
import { LegalPage } from './legal-page'

export function CommunicationsCompliancePage() {
  return <LegalPage document={communicationsCompliance} />
}
