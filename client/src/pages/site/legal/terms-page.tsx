import { terms } from '@/content/legal/terms'
import { LegalPage } from './legal-page'

export function TermsPage() {
  return <LegalPage document={terms} />
}
