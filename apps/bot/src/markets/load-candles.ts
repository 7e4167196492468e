import { CandleFileError } from '@quorate/run/candles/candle-fault';
import * as files from '@quorate/run/candles/candle-file';
import * as scale from '@quorate/run/candles/price-scale';
import { BotFault } from '../bot-fault.ts';

/** The same as the shared reader's. @throws BotFault `candle_file` */
export async function loadCandleFile(
  ...[path, options]: Parameters<typeof files.loadCandleFile>
): Promise<files.CandleFile> {
  try {
    return await files.loadCandleFile(path, options);
  } catch (error) {
    throw toBotFault(error);
  }
}

/** The same as the shared reader's. @throws BotFault `candle_file` */
export function checkPriceScale(file: files.CandleFile, symbol: string): void {
  try {
    scale.checkPriceScale(file, symbol);
  } catch (error) {
    throw toBotFault(error);
  }
}

function toBotFault(error: unknown): unknown {
  if (!(error instanceof CandleFileError)) return error;
  return new BotFault('candle_file', error.message, { cause: error.cause });
}
