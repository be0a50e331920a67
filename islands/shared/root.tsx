/** One island as a React root of its own: a broken one leaves the rest of the page alone. */
import { Component, lazy, StrictMode, Suspense, type ReactNode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { log } from './log.ts'
import { type IslandModule } from './register.ts'

export function renderIsland(element: Element, load: () => Promise<IslandModule>, props: object): Root {
  const Island = lazy(load)
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <Boundary>
        <Suspense fallback={null}>
          <Island {...props} />
        </Suspense>
      </Boundary>
    </StrictMode>,
  )
  return root
}

class Boundary extends Component<{ children: ReactNode }, { failed: boolean }> {
  override state = { failed: false }

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true }
  }

  override componentDidCatch(error: Error): void {
    log('An island failed', error)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <div className="note note--error" role="alert">
        Er is een fout opgetreden.
      </div>
    )
  }
}
