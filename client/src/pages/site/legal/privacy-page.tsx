import { privacy } from '@/content/legal/privacy'
import { LegalBanner, LegalPage } from './legal-page'

export const Opening = () => <LegalBanner document={privacy} />

export function PrivacyPage() {
  return <LegalPage document={privacy} />
}
