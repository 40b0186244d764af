import { paths } from '@/lib/paths'

export interface SiteMapSection {
  section: string
  links: readonly { name: string; path: string }[]
}

export const siteMap: readonly SiteMapSection[] = [
  {
    section: 'Main Pages',
    links: [
      { name: 'Home', path: paths.home },
      { name: 'Login', path: paths.login },
      { name: 'Onboarding', path: paths.onboarding },
      { name: 'Dashboard', path: paths.dashboard },
      { name: 'Blog', path: paths.blog },
      { name: 'Support', path: paths.support },
      { name: 'FTC Disclosures', path: paths.disclosures },
    ],
  },
  {
    section: 'Onboarding Process',
    links: [
      { name: 'File Upload', path: paths.onboarding },
      { name: 'Registration', path: paths.onboarding },
      { name: 'Completion', path: paths.onboarding },
    ],
  },
  {
    section: 'User Dashboard',
    links: [
      { name: 'Dashboard', path: paths.dashboard },
      { name: 'Documents', path: paths.dashboard },
      { name: 'Application Status', path: paths.dashboard },
    ],
  },
  {
    section: 'Admin Area',
    links: [
      { name: 'Admin Dashboard', path: paths.admin },
      { name: 'Users', path: paths.adminUsers },
      { name: 'Credit Reports', path: paths.adminReports },
      { name: 'Email Integration', path: paths.adminEmail },
    ],
  },
  {
    section: 'Resources',
    links: [
      { name: 'Blog', path: paths.blog },
      { name: 'Support', path: paths.support },
      { name: 'FTC Disclosures', path: paths.disclosures },
    ],
  },
  {
    section: 'Legal & Company',
    links: [
      { name: 'Terms of Use', path: '#terms' },
      { name: 'Privacy Policy', path: '#privacy' },
      { name: 'FTC Disclosures', path: paths.disclosures },
    ],
  },
]
