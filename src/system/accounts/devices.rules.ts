/** The first that fits names it; the order matters, since browsers call themselves by each other's names. */
const BROWSERS: [RegExp, string][] = [
  [/Edg(e|A|iOS)?\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/(Firefox|FxiOS)\//, 'Firefox'],
  [/(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const SYSTEMS: [RegExp, string][] = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Macintosh|Mac OS X/, 'Mac'],
  [/CrOS/, 'Chromebook'],
  [/Linux/, 'Linux'],
]

const named = (list: [RegExp, string][], agent: string): string | null =>
  list.find(([pattern]) => pattern.test(agent))?.[1] ?? null

/** A User-Agent header in a few words: 'Chrome op Windows'. Where the device is, is not asked and not kept. */
export function deviceWords(agent: string | null | undefined): string {
  const browser = named(BROWSERS, agent ?? '')
  const system = named(SYSTEMS, agent ?? '')
  if (browser && system) return `${browser} op ${system}`
  return browser ?? system ?? 'Onbekend apparaat'
}
