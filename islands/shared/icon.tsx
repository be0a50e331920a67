/// <reference types="vite/client" />
/** An outline icon of Tabler, from the text of its file: `import plus from '@tabler/icons/outline/plus.svg?raw'`. */
import { type ReactNode } from 'react'

interface IconProps {
  svg: string
  className?: string
}

export function Icon({ svg, className = 'ic' }: IconProps): ReactNode {
  return (
    <svg
      className={className}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      dangerouslySetInnerHTML={{ __html: pathsOf(svg) }}
    />
  )
}

/** The file's own <svg> carries a fixed size and stroke width, which the stylesheet decides here. */
function pathsOf(svg: string): string {
  return svg.slice(svg.indexOf('>', svg.indexOf('<svg')) + 1, svg.lastIndexOf('</svg>'))
}
