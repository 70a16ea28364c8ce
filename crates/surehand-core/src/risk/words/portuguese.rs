//! Portuguese as in Brazil and in Portugal: verbs stand in front ("Excluir nota", "Eliminar nota").
//!
//! Words that apps really use, with what only sounds like them left out; how they are read is the business of `words`.

use super::When::{Alone, Always, Dismisses, InDialog, With};
use super::{Language, Order, harmless, rule};
use crate::risk::Risk;

pub(super) const PORTUGUESE: Language = Language {
    order: Order::First,
    spaced: true,
    skipped: "sim|ok|por|favor|e|confirmar|continuar|agora|permanentemente|definitivamente|imediatamente|forçar|mesmo|assim|tudo|realmente|quero|para|sempre",
    joiners: "e|&|ou|depois|+",
    guards: "",
    finding: "procurar|pesquisar|localizar|busca|buscar|pesquisa|substituir|encontrar",
    rules: &[
        harmless("procurar|pesquisar|localizar|buscar|encontrar", Always),
        harmless(
            "fechar parêntese|fechar parênteses|fechar parêntesis|fechar colchete|fechar colchetes|fechar chave|fechar aspas|fechar etiqueta|fechar caminho|fechar forma",
            Always,
        ),
        harmless(
            "fechar|sair|abandonar",
            With(
                "pesquisa|busca|painel|barra|menu|notificação|aviso|banner|dica|mensagem|cheia|inteira|visualização|pré-visualização|gaveta|legendas|lateral|apresentação",
            ),
        ),
        harmless("fechar", Dismisses),
        harmless("enviar", With("trás|fundo|frente|comentários|opinião|feedback|sugestões")),
        harmless(
            "eliminar|excluir|apagar|remover|limpar|esvaziar",
            With(
                "formatação|formato|filtro|filtros|realce|destaque|pesquisa|busca|seleção|entrada|tela|estilo|estilos|transferência|palavra|caractere|tecla|favoritos|link|ligação|hiperligação|lateral",
            ),
        ),
        harmless(
            "redefinir|repor|reiniciar|restaurar",
            With(
                "zoom|vista|exibição|senha|palavra-passe|filtro|filtros|pesquisa|layout|disposição|formulário|temporizador|colunas|jogo|nível|vídeo|partida|faixa|animação|numeração|cronômetro",
            ),
        ),
        harmless(
            "formatar",
            With("texto|células|célula|parágrafo|código|documento|página|números|seleção|tabela"),
        ),
        harmless("suspender", With("notificações|atualizações|temporizador")),
        rule(
            Risk::Discard,
            "descartar|descarte|não salvar|não guardar|não gravar|fechar sem salvar|fechar sem guardar|fechar sem gravar|sair sem salvar|sair sem guardar|sair sem gravar|continuar sem salvar|abandonar alterações|abandonar as alterações|perder alterações|perder as alterações|desfazer todas as alterações|reverter|ignorar alterações|ignorar as alterações|rejeitar alterações|excluir rascunho|eliminar rascunho|apagar rascunho",
            Always,
        ),
        rule(
            Risk::System,
            "desligar o computador|desligar computador|desligar sistema|desligar o sistema|desligar agora|reiniciar agora|reiniciar o computador|reiniciar computador|reiniciar sistema|reiniciar o sistema|reinicializar|hibernar|suspender|restaurar padrões de fábrica|redefinir para padrões de fábrica|repor definições de fábrica|restaurar configurações de fábrica|restauração de fábrica|atualizar e reiniciar|instalar e reiniciar|encerrar o sistema|encerrar sistema",
            Always,
        ),
        rule(
            Risk::System,
            "formatar|particionar|apagar|inicializar|formatear",
            With("disco|unidade|partição|volume|usb|pen|cartão|dispositivo|armazenamento|telefone|celular"),
        ),
        rule(
            Risk::System,
            "redefinir|repor",
            With("dispositivo|computador|pc|telefone|celular|rede|fábrica|telemóvel"),
        ),
        rule(Risk::System, "desligar|reiniciar", Alone),
        rule(
            Risk::SignOut,
            "terminar sessão|terminar a sessão|encerrar sessão|encerrar a sessão|finalizar sessão|sair da conta|sair da sessão|desconectar-se|fazer logout|deslogar|sair de todos os dispositivos|logout",
            Always,
        ),
        rule(Risk::SignOut, "desconectar", Alone),
        rule(
            Risk::Purchase,
            "comprar|compre agora|pagar|pague agora|fazer pedido|finalizar pedido|finalizar compra|finalizar a compra|concluir compra|concluir pedido|confirmar compra|confirmar a compra|confirmar pedido|confirmar o pedido|confirmar pagamento|confirmar o pagamento|efetuar pagamento|efetuar o pagamento|realizar pagamento|encomendar|fazer encomenda|enviar pedido|doar|fazer doação|reservar agora|enviar dinheiro|transferir dinheiro|transferir fundos|recarregar saldo|assinar agora|alugar|pedir agora|enviar pagamento",
            Always,
        ),
        rule(
            Risk::Delete,
            "eliminar|elimine|excluir|exclua|apagar|apague|remover|remova|deletar|desinstalar|destruir|purgar|deitar fora|mover para a lixeira|mover para lixeira|mover para o lixo|enviar para a lixeira|enviar para o lixo|jogar no lixo|esvaziar lixeira|esvaziar a lixeira|esvaziar o lixo|esvaziar lixo|esvaziar reciclagem|esvaziar a reciclagem|esvaziar pasta|encerrar conta|encerrar a conta|fechar conta|cancelar conta|desativar conta|desativar a conta",
            Always,
        ),
        rule(Risk::Delete, "esquecer", With("rede|dispositivo|senha|site|conta|palavra-passe")),
        rule(
            Risk::Delete,
            "limpar|esvaziar|redefinir",
            With(
                "histórico|dados|cookies|cache|registro|registros|registo|mensagens|conversa|lista|estatísticas|tudo|senhas|recentes|spam",
            ),
        ),
        rule(
            Risk::Overwrite,
            "sobrescrever|sobrepor ficheiro|sobregravar|substituir o existente|gravar por cima|salvar por cima|restaurar backup|restaurar cópia de segurança|restaurar padrões|restaurar padrão|restaurar predefinições|repor predefinições|restaurar configurações padrão|redefinir configurações|redefinir as configurações|repor definições|redefinir preferências|redefinir para o padrão",
            Always,
        ),
        rule(
            Risk::Overwrite,
            "substituir",
            With("arquivo|arquivos|ficheiro|ficheiros|existente|existentes|documento|pasta|destino|original"),
        ),
        rule(Risk::Overwrite, "substituir", InDialog),
        rule(
            Risk::Send,
            "enviar|envie|publicar|publique|postar|tuitar|submeter|submeta|transmitir|responder e enviar|mandar",
            Always,
        ),
        rule(
            Risk::Close,
            "fechar|feche|sair|encerrar|forçar saída|forçar encerramento|forçar fecho|finalizar tarefa|terminar processo|encerrar processo|finalizar processo|terminar tarefa",
            Always,
        ),
    ],
};
