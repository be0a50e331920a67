import { mkdtempSync, readdirSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { areas } from '../../src/app.ts'
import { assembled } from '../../src/platform/area.ts'
import { Views } from '../../src/platform/http/views.ts'
import type { Manifest } from '../../src/platform/manifest.ts'
import { Registry } from '../../src/platform/registry.ts'
import type { Services } from '../../src/platform/services.ts'

/**
 * Takes an area that is not the product's into the list, before the application starts.
 * @param views folder of its views below tests/support, and what they are called
 */
export function addArea(services: Services, area: Manifest, views: string): void {
  const folder = mkdtempSync(join(tmpdir(), 'noordkaap-views-'))
  for (const name of readdirSync('views')) symlinkSync(resolve('views', name), join(folder, name))
  symlinkSync(resolve('tests/support', views), join(folder, views))
  services.views = new Views(folder)
  services.registry = new Registry(assembled([...areas, area]))
}
