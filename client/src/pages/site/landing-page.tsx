import { brand } from '@/lib/brand'
import { useDocumentTitle } from '@/lib/use-document-title'
import { Advantage } from './landing/advantage'
import { ApprovalSteps } from './landing/approval-steps'
import { FinalCall } from './landing/final-call'
import { Hero } from './landing/hero'
import { HowItWorks } from './landing/how-it-works'
import { Options } from './landing/options'
import { TakeOn } from './landing/take-on'
import { Trust } from './landing/trust'

export function LandingPage() {
  useDocumentTitle(brand.portalName)
  return (
    <>
      <Hero />
      <Options />
      <TakeOn />
      <Advantage />
      <HowItWorks />
      <ApprovalSteps />
      <Trust />
      <FinalCall />
    </>
  )
}
