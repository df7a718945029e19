/**
 * Sizes that are really made, with the load indexes and speed symbols they are usually made in and how often they are
 * asked for. Each line: label, load indexes, speed symbols (rarer ones later), class, weight, load range.
 */
import { parseTireSize, type TireSize } from '../../schema/catalog/sizes/tire-size.ts'

export type SizeClass = 'car' | 'sport' | 'suv' | 'light-truck' | 'truck'

export interface SeedSize extends TireSize {
  label: string
  loads: number[]
  /** Of two tires side by side. */
  dualLoad: number | null
  loadRange: string | null
  speeds: string[]
  class: SizeClass
  weight: number
}

const LINES = `
175/70R13 82 TS car 3
175/65R14 82 TH car 5
185/60R14 82 HT car 4
185/65R14 86 THS car 6
195/60R14 86 HT car 3
185/60R15 84,88 HT car 6
185/65R15 88,92 HT car 10
185/55R16 83,87 VH car 5
195/65R15 91,95 HTV car 22
195/60R15 88 HTV car 12
195/55R15 85 VH car 5
195/50R15 82 VH sport 5
195/55R16 87,91 VH car 5
195/50R16 84,88 VH sport 3
205/65R15 94,99 HTV car 8
205/60R15 91 HV car 4
205/65R16 95 HT car 6
205/60R16 92,96 HVT car 12
205/55R16 91,94 HVW car 42
205/50R16 87,91 VWH sport 6
205/45R16 83,87 WV sport 3
205/50R17 89,93 VWH sport 12
205/45R17 84,88 WV sport 5
205/55R17 91,95 VH car 4
205/40R17 80,84 W sport 3
215/70R15 98 TS suv 5
215/65R16 98,102 HTV suv 9
215/70R16 100 HT suv 7
215/60R16 95,99 HVT car 17
215/55R16 93,97 HV car 6
215/65R17 99,103 TH suv 6
215/60R17 96,100 HTV suv 8
215/55R17 94,98 VHW car 24
215/50R17 91,95 VWH car 16
215/45R17 87,91 WV sport 10
215/55R18 95,99 HV suv 6
215/45R18 89,93 WVY sport 6
215/40R18 85,89 WY sport 5
225/60R16 98,102 HTV car 8
225/65R16 100 HT suv 4
225/70R16 103 TH suv 5
225/55R16 95,99 VHW car 5
225/50R16 92,96 VW sport 3
225/65R17 102,106 HTV suv 34
225/60R17 99,103 HTV suv 13
225/55R17 97,101 VHW car 17
225/50R17 94,98 VWH car 26
225/45R17 91,94 WVYH sport 52
225/60R18 100,104 HV suv 12
225/55R18 98,102 HVW suv 12
225/50R18 95,99 VWH car 8
225/45R18 91,95 WYV sport 20
225/40R18 88,92 WYV sport 24
225/55R19 99,103 VH suv 6
225/45R19 92,96 WVY sport 5
225/40R19 89,93 YW sport 8
225/35R19 84,88 Y sport 4
235/75R15 105,109 TS suv 8
235/70R16 106,109 TH suv 8
235/65R16 103,107 HT suv 5
235/60R16 100,104 HTV suv 4
235/65R17 104,108 HTV suv 16
235/60R17 102,106 HTV suv 8
235/55R17 99,103 VWH car 9
235/50R17 96,100 VW sport 4
235/45R17 94,97 WYV sport 12
235/65R18 106,110 HTV suv 12
235/60R18 103,107 HVW suv 18
235/55R18 100,104 HVW suv 12
235/50R18 97,101 VWH car 9
235/45R18 94,98 VWY sport 20
235/40R18 91,95 WYV sport 15
235/55R19 101,105 VHW suv 12
235/50R19 99,103 VHW suv 7
235/45R19 95,99 VW sport 6
235/40R19 92,96 WYV sport 12
235/35R19 87,91 Y sport 9
235/55R20 102,105 HV suv 7
245/70R16 107,111 TS suv 6
245/75R16 111 ST suv 5
245/70R17 110 TS suv 6
245/65R17 107,111 THS suv 10
245/60R18 105 HTV suv 12
245/45R17 95,99 WYV sport 6
245/40R17 91,95 WY sport 8
245/50R18 100,104 VWY sport 5
245/45R18 96,100 WVY sport 18
245/40R18 93,97 WYV sport 18
245/45R19 98,102 WVY sport 12
245/40R19 94,98 WYV sport 15
245/35R19 89,93 Y sport 6
245/50R20 102,105 HV suv 8
245/45R20 99,103 VWY sport 5
245/40R20 95,99 WYV sport 6
255/70R16 111 ST suv 5
255/65R18 111 TS suv 6
255/70R17 112 TS suv 6
255/70R18 113 TS suv 6
255/55R18 105,109 VWH suv 6
255/50R19 103,107 VWH suv 6
255/40R18 95,99 WY sport 5
255/35R18 90,94 YW sport 6
255/40R19 96,100 WY sport 7
255/35R19 92,96 Y sport 8
255/55R20 107,110 HV suv 7
255/50R20 105,109 HVW suv 8
255/45R20 101,105 WVY suv 7
265/70R16 112 TS suv 8
265/75R16 116 TS suv 7
265/70R17 115 TS suv 15
265/65R17 112 TS suv 8
265/65R18 114 TS suv 8
265/60R18 110,114 HTV suv 9
265/50R20 107,111 VTW suv 8
265/35R19 94,98 Y sport 5
275/65R18 116 TS suv 12
275/60R20 115 STH suv 10
275/55R20 113,117 THS suv 14
275/45R20 106,110 VWY suv 6
275/40R19 101,105 YW sport 5
275/35R19 96,100 Y sport 6
275/40R20 102,106 WY sport 6
275/35R20 98,102 Y sport 4
285/45R22 110,114 HVT suv 6
285/35R19 99,103 Y sport 3
225/75R16 115 RQ light-truck 3
LT235/85R16 120/116 RQ light-truck 4 E
245/75R17 121 SR light-truck 4
LT285/70R17 121/118 RQ light-truck 4 E
LT275/70R18 125/122 SR light-truck 5 E
35X12.50R20LT 121 SR light-truck 4 E
225/70R19.5 128 NM truck 4
245/70R19.5 136 NM truck 3
265/70R19.5 143 ML truck 2
11R22.5 146/143 ML truck 2 G
295/75R22.5 146 LM truck 4
285/75R24.5 147 LM truck 2
`

function read(line: string): SeedSize {
  const [label = '', loads = '', speeds = '', sizeClass = '', weight = '', range] = line.split(' ')
  const [single = '', dual] = loads.split('/')
  const size = parseTireSize(label)
  if (!size) throw new Error(`not a size: ${label}`)
  return {
    label,
    ...size,
    loads: single.split(',').map(Number),
    dualLoad: dual ? Number(dual) : null,
    loadRange: range ?? null,
    speeds: [...speeds],
    class: sizeClass as SizeClass,
    weight: Number(weight),
  }
}

export const SIZES: readonly SeedSize[] = LINES.trim().split('\n').map(read)
