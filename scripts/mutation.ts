/** `npm run mutation`: breaks the rules on purpose, one spot at a time, and counts what the tests detect. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Stryker } from '@stryker-mutator/core'
import { GROUPS, percentOf, type Score, sumOf } from './mutation/groups.ts'
import { readOptions, run, stop } from './options.ts'

const HELP = `Breaks the rules of schema one spot at a time and runs their tests on each: what no test notices is listed.
The figures go to docs/mutation.md. All groups take a quarter of an hour on two free cores, after that only what has changed is
tried again (.wrangler/mutation/ remembers; without that folder all is).

  npm run mutation                      ${Object.keys(GROUPS).join(', ')}
  npm run mutation -- --only stock      one group; its rows of docs/mutation.md are written anew
  npm run mutation -- --only totals.ts  one module
`

type MutantResult = Awaited<ReturnType<Stryker['runMutationTest']>>[number]

const SUMMARY = 'docs/mutation.md'
const DETECTED = ['Killed', 'Timeout', 'RuntimeError', 'CompileError']

async function mutate(group: string, modules: readonly string[]): Promise<MutantResult[]> {
  const tests = (GROUPS[group] ?? [])
    .map((name) => `schema/${name}.test.ts`)
    .filter((file) => existsSync(file))
  process.env.MUTATION_TESTS = tests.join(',')
  const core = await import('@stryker-mutator/core')
  return new core.Stryker({
    mutate: modules.map((name) => `schema/${name}.ts`),
    plugins: ['@stryker-mutator/vitest-runner'],
    testRunner: 'vitest',
    vitest: { configFile: 'scripts/mutation/vitest.config.ts', related: false },
    coverageAnalysis: 'perTest',
    ignoreStatic: true,
    concurrency: 2,
    tempDirName: `.wrangler/mutation/${group}`,
    // Mutants of unchanged rules with unchanged tests are not tested again.
    incremental: true,
    incrementalFile: `.wrangler/mutation/${group}.json`,
    ignorePatterns: ['**', '!schema/**/*.ts', '!scripts/mutation/*.ts', '!package.json'],
    // Stryker cannot read the tsconfig.json of our TypeScript version; the tests need none.
    tsconfigFile: 'none.json',
    allowConsoleColors: false,
    reporters: [],
  }).runMutationTest()
}

const moduleOf = ({ fileName }: MutantResult) => /schema\/(.+)\.ts$/.exec(fileName)?.[1] ?? fileName

function scoresOf(modules: readonly string[], mutants: readonly MutantResult[]): Map<string, Score> {
  return new Map(
    modules.map((name) => {
      const own = mutants.filter((mutant) => moduleOf(mutant) === name)
      const killed = own.filter(({ status }) => DETECTED.includes(status)).length
      const untried = own.filter(({ status }) => status === 'Ignored').length
      return [name, { killed, untried, survived: own.length - killed - untried }]
    }),
  )
}

/** Prints each change that no test detected, as code. */
function listSurvivors(mutants: readonly MutantResult[]): void {
  for (const mutant of mutants) {
    if (mutant.status !== 'Survived' && mutant.status !== 'NoCoverage') continue
    const { start } = mutant.location
    const change = (mutant.replacement ?? '').replace(/\s+/g, ' ')
    process.stdout.write(
      `${mutant.fileName}:${start.line}:${start.column} ${mutant.mutatorName} → ${change}\n`,
    )
  }
}

const row = (name: string, score: Score) =>
  `| ${name} | ${score.killed + score.survived} | ${score.killed} | ${score.survived} | ${percentOf(score)} | ${score.untried} |`

/** Returns the scores that docs/mutation.md has, by module. */
function readScores(): Map<string, Score> {
  const text = existsSync(SUMMARY) ? readFileSync(SUMMARY, 'utf8') : ''
  const rows = text.matchAll(/^\| `([\w/-]+)` \| \d+ \| (\d+) \| (\d+) \| \S+ \| (\d+) \|$/gm)
  return new Map(
    [...rows].map(([, name = '', ...counts]) => {
      const [killed = 0, survived = 0, untried = 0] = counts.map(Number)
      return [name, { killed, survived, untried }]
    }),
  )
}

/** Writes docs/mutation.md. */
function writeSummary(scores: ReadonlyMap<string, Score>): void {
  const none = { killed: 0, survived: 0, untried: 0 }
  const head = '| | mutants | killed | survived | killed % | not tried |\n|---|---:|---:|---:|---:|---:|'
  const groups = Object.entries(GROUPS).map(([group, modules]) => ({
    group,
    sum: sumOf(modules.map((name) => scores.get(name) ?? none)),
    rows: modules.map((name) => row(`\`${name}\``, scores.get(name) ?? none)),
  }))
  writeFileSync(
    SUMMARY,
    `# Rules that are broken on purpose

Written by \`npm run mutation\`. A mutant is a rule of \`schema\` with one spot changed (\`<\` for \`<=\`, a branch always
taken, a text emptied); it is killed when a test of its group then fails. Not tried is what a module reads once as it loads:
its constants, texts and schemas.

${head}
${groups.map(({ group, sum }) => row(group, sum)).join('\n')}
${row('**all**', sumOf(groups.map(({ sum }) => sum)))}
${groups.map(({ group, rows }) => `\n## ${group}\n\n${head}\n${rows.join('\n')}\n`).join('')}`,
  )
}

async function main(): Promise<void> {
  const { values } = readOptions('npm run mutation', {
    options: { help: { type: 'boolean' }, only: { type: 'string' } },
  })
  if (values.help) return void process.stdout.write(HELP)
  const { only } = values
  const wanted = Object.entries(GROUPS).flatMap(([group, modules]) => {
    const chosen = [undefined, group].includes(only)
      ? modules
      : modules.filter((name) => `${name}.ts` === only)
    return chosen.length > 0 ? [{ group, chosen }] : []
  })
  if (wanted.length === 0)
    stop(
      `--only takes a group (${Object.keys(GROUPS).join(', ')}) or a module such as totals.ts, not "${only}"`,
    )
  for (const { group, chosen } of wanted) {
    const mutants = await mutate(group, chosen)
    listSurvivors(mutants)
    const found = scoresOf(chosen, mutants)
    process.stdout.write(`${only ?? group}: ${percentOf(sumOf(found.values()))} % killed\n`)
    // Read only now: another run may have written its groups meanwhile.
    writeSummary(new Map([...readScores(), ...found]))
  }
}

run(main)
