/** How a text is searched, and which parts of a result fit what was typed. */

/** A text without regard to case and accents. */
export function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

/** Where the words of a search occur in a text, without regard to case and accents: [start, end) pairs in order. */
export function matchesIn(text: string, query: string): [number, number][] {
  // Sign by sign, so that a letter with an accent keeps its place.
  const signs = [...text].map(plain)
  const starts = [0]
  for (const sign of [...text]) starts.push(starts.at(-1)! + sign.length)
  const found: [number, number][] = []
  for (const word of query.split(/\s+/).map(plain).filter(Boolean))
    for (let i = 0; i < signs.length; i++) {
      let end = i
      let rest = word
      while (rest !== '' && end < signs.length && signs[end] !== '' && rest.startsWith(signs[end]!))
        rest = rest.slice(signs[end++]!.length)
      if (rest === '') found.push([starts[i]!, starts[end]!])
    }
  found.sort((a, b) => a[0] - b[0])
  const merged: [number, number][] = []
  for (const [start, end] of found) {
    const last = merged.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], end)
    else merged.push([start, end])
  }
  return merged
}
