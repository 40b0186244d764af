import { Component, type ReactNode } from 'react'
import { Button } from '@/ui/button'
import { EmptyState } from '@/ui/empty-state'

interface ErrorBoundaryProps {
  children: ReactNode
  /** Instead of the message, for what a page can do without. */
  fallback?: ReactNode
}

/** A page that broke, or could not be loaded, says so and offers the one thing that helps. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override render() {
    const { children, fallback } = this.props
    if (!this.state.hasFailed) return children
    if (fallback !== undefined) return fallback
    return (
      <main className="shell py-section" role="alert">
        <EmptyState
          title="We couldn’t show this page"
          description="Your connection may have dropped, or the portal may have been updated. Anything you’ve submitted is safe."
          action={<Button onClick={() => window.location.reload()}>Reload the Page</Button>}
        />
      </main>
    )
  }
}
