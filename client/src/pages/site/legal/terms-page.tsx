import { terms } from '@/content/legal/terms'
import { LegalBanner, LegalPage } from './legal-page'

export const Opening = () => <LegalBanner document={terms} />

export function TermsPage() {
  return <LegalPage document={terms} />
}
