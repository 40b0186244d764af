import { privacy } from '@/content/legal/privacy'
import { LegalPage } from './legal-page'

export function PrivacyPage() {
  return <LegalPage document={privacy} />
}
