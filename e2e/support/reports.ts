import {
  MODEL_POSITION,
  MODEL_REPORT,
  type ModelPosition,
} from '@quorate/trade-import/testing/report-model';
import { htmlReport } from '@quorate/trade-import/testing/write-report';

type Position = Partial<ModelPosition> & { ticket: string };

/** A report of MetaTrader 5 as a browser's field takes it. */
export function reportFile(
  name: string,
  positions: readonly Position[],
  account = '70010 (USD, Journey-Demo, demo, Hedge)',
) {
  const report = {
    ...MODEL_REPORT,
    account,
    positions: positions.map((position) => ({ ...MODEL_POSITION, ...position })),
  };
  return { name, mimeType: 'text/html', buffer: Buffer.from(htmlReport(report)) };
}
