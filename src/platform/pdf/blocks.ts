/** How what a document says is divided over its pages. */

/** A part of a document that stays together: its height, and how it is drawn from a height on. */
export interface Block {
  height: number
  draw: (y: number) => void | Promise<void>
  /** A line of the table: where it begins a page the labels of the columns stand above it. */
  inTable?: boolean
  /** Never stands alone at the end of a page. */
  isHeading?: boolean
}

/** Where blocks stand, in points: from where on the first page and the next ones, down to where, below labels how high. */
export interface Pages {
  from: number
  nextTop: number
  bottom: number
  labels: number
}

/** The height of the labels above a block, where it begins a part of the table. */
export const labelsAbove = (block: Block, before: Block | undefined, { labels }: Pick<Pages, 'labels'>): number =>
  block.inTable === true && before?.inTable !== true ? labels : 0

/** The blocks of each page: what no longer fits begins the next one. */
export function pagesOf<B extends Block>(blocks: readonly B[], at: Pages): B[][] {
  const pages: B[][] = [[]]
  let y = at.from
  blocks.forEach((block, i) => {
    const page = pages.at(-1)!
    const labels = labelsAbove(block, page.at(-1), at)
    const along = block.isHeading === true ? (blocks[i + 1]?.height ?? 0) + (blocks[i + 2]?.height ?? 0) : 0
    if (y + labels + block.height + along > at.bottom && page.length > 0) {
      pages.push([block])
      y = at.nextTop + labelsAbove(block, undefined, at) + block.height
    } else {
      page.push(block)
      y += labels + block.height
    }
  })
  return pages
}
