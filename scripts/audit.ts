/**
 * Known vulnerabilities of what runs in production, as the registry tells them. A registry that has none to tell, such as
 * a read-only mirror, and no network at all are said and pass; one that answers is taken at its word.
 */
import { spawnSync } from 'node:child_process'

interface Report {
  error?: { summary?: string; detail?: string }
  message?: string
  vulnerabilities?: Record<string, { severity: string; range: string }>
}

const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { encoding: 'utf8' })
const report = JSON.parse(stdout || '{}') as Report

if (!report.vulnerabilities) {
  console.log(`The advisories are not reachable: ${report.error?.summary || report.message || 'no answer'}`)
} else {
  const found = Object.entries(report.vulnerabilities)
  for (const [name, { severity, range }] of found) console.error(`${name} ${range}: ${severity}`)
  console.log(`${found.length} packages with a known vulnerability.`)
  process.exitCode = found.length > 0 ? 1 : 0
}
