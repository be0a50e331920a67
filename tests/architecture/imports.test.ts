import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { AREAS, filesIn, read } from './tree.ts'

const STRANGERS = [['inspections', 'training']]

/** Groups of modules in an area, lower ones first; a module knows those of its own group and of groups before it. */
const GROUPS: Record<string, string[]> = {
  administration: ['catalogue', 'sales', 'invoices', 'orders', 'payments', 'books'],
  training: ['catalogue', 'planning', 'money', 'messages', 'places', 'proof', 'day', 'evaluations', 'desk'],
  inspections: ['catalogue', 'devices', 'orders', 'planning', 'contracts', 'migration', 'workday'],
}

/** Where a file stands; one directly in an area has no group and itself as module. */
function place(file: string): { area: string; group: string | null; module: string } {
  const [, area = '', ...rest] = file.split('/')
  const group = rest.length > 1 && area in GROUPS ? rest[0]! : null
  return { area, group, module: group === null ? (rest[0] ?? '') : `${group}/${rest[1]}` }
}

/** The rooms of the platform, lower ones first; files directly in it belong to all of them. */
const ROOMS = (
  'access matching format fast database jobs outside files mail undo forms fields http export search saved-views ' +
  'screens server pdf'
).split(' ')

/** Rooms that take types, and nothing that runs, from one above them. */
const TYPES_FROM_ABOVE = [
  'database → jobs',
  'export → screens',
  'fast → database',
  'fields → screens',
  'format → screens',
  'http → screens',
  'mail → screens',
  'search → screens',
  'undo → screens',
]

const roomOf = (file: string): string => file.split('/').slice(2, -1)[0] ?? ''

/** Which room of the platform takes something from one above it: 'mail → screens', of what runs and of types alone. */
function arrowsUp(file: string, source = read(file)): { arrow: string; runs: boolean }[] {
  const found = [...source.matchAll(/^(?:import|export)( type)? ([^']*?) from '(\.[^']+)'/gm)]
  return found.flatMap(([, typesOnly, names = '', path = '']) => {
    const [from, to] = [roomOf(file), roomOf(normalize(join(dirname(file), path)))]
    if (from === '' || to === '' || ROOMS.indexOf(to) <= ROOMS.indexOf(from)) return []
    const parts = names
      .replace(/[{}]/g, '')
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean)
    return [{ arrow: `${from} → ${to}`, runs: !typesOnly && !parts.every((name) => name.startsWith('type ')) }]
  })
}

const importsOf = (file: string, source: string): string[] =>
  [...source.matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(([, path = '']) =>
    normalize(join(dirname(file), path)),
  )

/** What is wrong with a server file's imports, as sentences. */
function offences(file: string, source = read(file)): string[] {
  const from = place(file)
  return importsOf(file, source).flatMap((target) => {
    const to = place(target)
    if (target.startsWith('src/platform/fast/') && from.area !== 'platform')
      return [`${file}: only the platform may bend for speed (docs/performance.md)`]
    if (!AREAS.includes(from.area)) return []
    if (target.startsWith('src/') && !AREAS.includes(to.area) && !/^src\/[a-z-]+\.ts$/.test(target))
      return [`${file}: ${target} is in no area`]
    if (!AREAS.includes(to.area)) return [`${file}: an area may not import ${target}, which sees all areas`]
    if (from.area === to.area && (from.module === to.module || from.area === 'platform')) return []
    if (AREAS.indexOf(to.area) > AREAS.indexOf(from.area)) return [`${file}: ${from.area} may not know ${to.area}`]
    if (STRANGERS.some(([a, b]) => a === from.area && b === to.area))
      return [`${file}: ${from.area} and ${to.area} are strangers`]
    if (from.area === to.area && from.group !== null && to.group !== null) {
      const order = GROUPS[from.area]!
      if (order.indexOf(to.group) > order.indexOf(from.group))
        return [`${file}: ${from.group} may not know ${to.group} (${target})`]
    }
    // Files directly in an area (its manifest, its story, what all its modules share) belong to no module.
    if (to.area === 'platform' || to.module.endsWith('.ts') || /\/(index|points|rights)\.ts$/.test(target)) return []
    return [`${file}: enter ${to.area}/${to.module} through its index.ts`]
  })
}

/** The one file of the browser that names areas: it says which attribute asks for their code. */
const REGISTER = 'public/js/areas.ts'
/** What all screens share; every other folder is an area. */
const SHARED = ['lib', 'fields', 'popup', 'table']

/** The area of a file of the browser; null for what all share. */
function areaOf(file: string): string | null {
  const [folder = '', ...rest] = file.slice('public/js/'.length).split('/')
  return rest.length === 0 || SHARED.includes(folder) ? null : folder
}

/** What is wrong with the imports of a file of the browser. */
function browserOffences(file: string, source = read(file)): string[] {
  const own = areaOf(file)
  // Only the moment that it is asked for loads the code of an area.
  const atOnce = importsOf(file, file === REGISTER ? source.replace(/import\('[^']+'\)/g, '') : source)
  return atOnce.flatMap((target) => {
    if (target.startsWith('public/js/')) {
      const area = areaOf(target)
      if (area === null || area === own) return []
      return [own === null ? `${file}: what all share may not know ${area}` : `${file}: ${own} may not know ${area}`]
    }
    if (target.startsWith('public/css/')) return []
    if (target.startsWith('islands/'))
      return file === 'public/js/islands.ts' ? [] : [`${file}: only islands.ts may import ${target}`]
    const isPlatform = /^src\/platform\/(format\/|screens\/models\.ts$)|^src\/platform\/.*\.contract\.ts$/.test(target)
    if (isPlatform || (own !== null && target.endsWith('.contract.ts'))) return []
    return [`${file}: the browser may not import ${target}`]
  })
}

const server = filesIn('src', '.ts')
const islands = filesIn('islands', '.ts', '.tsx')
const browser = filesIn('public/js', '.ts')

describe('imports', () => {
  it('reads the whole source tree', () => {
    expect(server.length).toBeGreaterThan(100)
    expect(islands.length).toBeGreaterThan(20)
    expect(browser.length).toBeGreaterThan(80)
    expect(new Set(browser.map(areaOf)).size).toBeGreaterThan(6)
    expect(server.flatMap((file) => importsOf(file, read(file))).length).toBeGreaterThan(300)
  })

  it('point down and enter by the front door', () => {
    expect(server.flatMap((file) => offences(file))).toEqual([])
  })

  it('in the platform point down, but for types', () => {
    const files = server.filter((file) => file.startsWith('src/platform/'))
    expect([...new Set(files.map(roomOf))].filter((room) => room !== '' && !ROOMS.includes(room))).toEqual([])
    const up = files.flatMap((file) => arrowsUp(file))
    expect(up.filter(({ runs }) => runs)).toEqual([])
    expect([...new Set(up.map(({ arrow }) => arrow))].sort()).toEqual(TYPES_FROM_ABOVE)
    expect(arrowsUp('src/platform/mail/x.ts', "import { type A, b } from '../screens/models.ts'")).toEqual([
      { arrow: 'mail → screens', runs: true },
    ])
  })

  it('of a drawing are what the thread that draws may load', () => {
    const drawings = server.filter((file) => file.endsWith('.drawing.ts'))
    const wrong = drawings.flatMap((file) =>
      importsOf(file, read(file).replaceAll(/^import type .*$/gm, ''))
        .filter((target) => !/^src\/platform\/(pdf|format)\/|\.(rules|drawing)\.ts$/.test(target))
        .map((target) => `${file}: a drawing may not import ${target}`),
    )
    expect(drawings.length).toBeGreaterThan(2)
    expect(wrong).toEqual([])
  })

  it('of islands stay in islands/shared and contracts', () => {
    // register.ts is the one list of all islands, as app.ts is of all areas.
    const wrong = islands
      .filter((file) => file !== 'islands/shared/register.ts')
      .flatMap((file) =>
        importsOf(file, read(file))
          .filter(
            (target) =>
              !target.startsWith(`${file.split('/').slice(0, 2).join('/')}/`) && !target.startsWith('islands/shared/'),
          )
          .filter((target) => !/\.contract\.ts$/.test(target) && !/^src\/platform\/format\//.test(target))
          .map((target) => `${file}: an island may not import ${target}`),
      )
    expect(wrong).toEqual([])
  })

  it('of browser code leave areas to themselves, and take from the server what both agreed on', () => {
    expect(browser.flatMap((file) => browserOffences(file))).toEqual([])
  })

  it('that break the rules are noticed', () => {
    const found = offences('src/relations/contacts/x.ts', "import { a } from '../../training/courses/index.ts'")
    expect(found).toEqual(['src/relations/contacts/x.ts: relations may not know training'])
    expect(
      offences('src/training/desk/finish/x.ts', "import { a } from '../../catalogue/courses/courses.queries.ts'"),
    ).toEqual(['src/training/desk/finish/x.ts: enter training/catalogue/courses through its index.ts'])
    expect(offences('src/training/day/today/x.ts', "import { a } from '../../desk/finish/index.ts'")).toEqual([
      'src/training/day/today/x.ts: day may not know desk (src/training/desk/finish/index.ts)',
    ])
    expect(browserOffences('public/js/table/x.ts', "import { a } from '../results/save.ts'")).toEqual([
      'public/js/table/x.ts: what all share may not know results',
    ])
    expect(browserOffences('public/js/planning/x.ts', "void import('../results/save.ts')")).toEqual([
      'public/js/planning/x.ts: planning may not know results',
    ])
    expect(
      browserOffences(
        'public/js/fields/x.ts',
        "import { a } from '../../../src/training/proof/results/results.contract.ts'",
      ),
    ).toEqual(['public/js/fields/x.ts: the browser may not import src/training/proof/results/results.contract.ts'])
    expect(browserOffences(REGISTER, "import { a } from './results/save.ts'")).toEqual([
      `${REGISTER}: what all share may not know results`,
    ])
    expect(offences('src/system/notes/x.ts', "import { a } from '../../platform/fast/prepared-reads.ts'")).toEqual([
      'src/system/notes/x.ts: only the platform may bend for speed (docs/performance.md)',
    ])
  })
})
